"""What is asked for over HTTP and sockets, and who is turned away."""
