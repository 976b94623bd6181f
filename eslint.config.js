// Lint rules beyond TypeScript's strict mode. Every deviation from the preset has a reason.
import { resolve } from 'node:path';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  {
    ignores: ['node_modules/', 'dist/', 'reports/', '**/*.{js,mjs,cjs,d.mts}', 'test/bench/peers/'],
  },
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
      // A type assertion is not checked at run time; narrow or parse instead.
      '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
      // Response index 0 is a real press and '' a real name, so conditions must compare explicitly.
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
      // Omitting a key by destructuring is clearer than deleting it.
      '@typescript-eslint/no-unused-vars': [
        'error',
        { ignoreRestSiblings: true, argsIgnorePattern: '^_' },
      ],
      'no-param-reassign': 'error',
      eqeqeq: 'error',
      // With a direct clock, a report would depend on when it was made.
      'no-restricted-syntax': [
        'error',
        {
          selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']",
          message:
            'Take the clock as a parameter; only lib/composition/system.ts reads the system time.',
        },
        {
          selector: "NewExpression[callee.name='Date'][arguments.length=0]",
          message:
            'Take the clock as a parameter; only lib/composition/system.ts reads the system time.',
        },
        {
          selector: "CallExpression[callee.object.name='Math'][callee.property.name='random']",
          message: 'Take random as a parameter, so that a run can be repeated.',
        },
      ],
    },
  },
  {
    // describe and it of node:test return promises that the test runner awaits.
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
