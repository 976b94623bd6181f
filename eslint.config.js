// What TypeScript's own strictness leaves open, decided once for the whole tree.
// Every rule that is on or off here against the preset says why.
import { resolve } from 'node:path';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['node_modules/', 'dist/', 'reports/', '**/*.{js,mjs,cjs}', 'test/bench/peers/'] },
  ...tseslint.configs.strictTypeChecked,
  {
    files: ['**/*.{ts,tsx}'],
    languageOptions: {
      parserOptions: {
        projectService: true,
        tsconfigRootDir: resolve(import.meta.dirname, '.'),
      },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      // A cast is a claim nobody checks; narrow or parse instead.
      '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
      // Response index 0 is a real press and '' a real name: say what is compared.
      '@typescript-eslint/strict-boolean-expressions': [
        'error',
        { allowString: false, allowNumber: false, allowNullableObject: false },
      ],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // Leaving a key out by naming it is clearer than deleting it.
      '@typescript-eslint/no-unused-vars': [
        'error',
        { ignoreRestSiblings: true, argsIgnorePattern: '^_' },
      ],
      'no-param-reassign': 'error',
      eqeqeq: 'error',
      // The clock is passed in, or a report would depend on when it was made.
      'no-restricted-syntax': [
        'error',
        {
          selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']",
          message:
            'Take the clock as a parameter; only lib/composition/compose.ts and the CLIs know the time.',
        },
        {
          selector: "NewExpression[callee.name='Date'][arguments.length=0]",
          message:
            'Take the clock as a parameter; only lib/composition/compose.ts and the CLIs know the time.',
        },
        {
          selector: "CallExpression[callee.object.name='Math'][callee.property.name='random']",
          message: 'Take random as a parameter, so that a run can be repeated.',
        },
      ],
    },
  },
  {
    // node:test's describe and it return promises that the runner itself awaits.
    files: ['test/**/*.ts'],
    rules: {
      '@typescript-eslint/no-floating-promises': [
        'error',
        {
          allowForKnownSafeCalls: [
            { from: 'package', package: 'node:test', name: ['describe', 'it', 'test'] },
          ],
        },
      ],
    },
  },
);
