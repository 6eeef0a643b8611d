"""What a process of the server can be: a gateway, the owner of tables, a thinker; or all of it."""
