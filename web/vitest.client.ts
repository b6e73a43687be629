import type { Environment } from 'vitest/runtime';

/** Node without a document, but with the modules that a browser is given. */
export default { name: 'client', viteEnvironment: 'client', setup: () => ({ teardown() {} }) } satisfies Environment;
