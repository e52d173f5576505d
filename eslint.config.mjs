// What is expected of the pages' scripts; `make check` runs it. Imports and cycles are tested in
// tests/table_controller/web/test_scripts.py.

import js from "@eslint/js";
import globals from "globals";

export default [
  js.configs.recommended,
  {
    files: ["table_controller/web/static/**/*.js"],
    languageOptions: { ecmaVersion: 2022, sourceType: "module", globals: globals.browser },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      complexity: ["error", 15],
      curly: ["error", "multi-line"],
      eqeqeq: "error",
      "max-depth": ["error", 3],
      "max-len": ["error", 120],
      "max-lines-per-function": ["error", 40],
      "max-params": ["error", 6],
      "no-implicit-globals": "error",
      "no-shadow": "error",
      "no-unused-vars": "error",
      "no-use-before-define": ["error", { functions: false, classes: false, variables: false }],
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
      "prefer-template": "error",
    },
  },
  { files: ["*.mjs"], languageOptions: { sourceType: "module" } },
];
