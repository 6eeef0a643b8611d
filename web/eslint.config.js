import svelte from "eslint-plugin-svelte";
import { defineConfig, globalIgnores } from "eslint/config";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

// Types, unknown names and unused ones are left to svelte-check.
export default defineConfig(
  globalIgnores(["src/paraglide/", "project.inlang/", "node_modules/"]),
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  {
    files: ["**/*.ts", "**/*.svelte"],
    extends: [ts.configs.recommended, svelte.configs.recommended, svelte.configs.prettier],
    rules: {
      "@typescript-eslint/no-unused-vars": "off",
      eqeqeq: "error",
      "no-console": "error",
      // Sets and maps are replaced, never changed where they are shown from.
      "svelte/prefer-svelte-reactivity": "off",
    },
  },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
);
