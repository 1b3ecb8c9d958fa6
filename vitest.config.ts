import { defineConfig } from 'vitest/config';

/** What drives the built server through real clients, and so needs a build, which `globalSetup` makes once for a run. */
const clients = ['test/clients/**/*.test.ts', 'test/scenarios/**/*.test.ts'];
const slow = 'test/**/*.slow.test.ts';

export default defineConfig({
	test: {
		// Vitest leaves one core free, which on two of them doubles the time.
		maxWorkers: '100%',
		projects: [
			{ test: { name: 'unit', include: ['test/**/*.test.ts'], exclude: [...clients, slow], testTimeout: 30_000, hookTimeout: 60_000 } },
			{ test: { name: 'clients', include: clients, exclude: [slow], globalSetup: ['test/setup/build.ts'], testTimeout: 60_000, hookTimeout: 120_000 } },
			{ test: { name: 'slow', include: [slow], globalSetup: ['test/setup/build.ts'], testTimeout: 600_000, hookTimeout: 120_000, fileParallelism: false } },
		],
	},
});
