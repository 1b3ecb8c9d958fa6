import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { seedOfCommit } from './test/setup/sample.ts';
import { threadFiles } from './test/setup/threads.ts';

/** What drives the built server through real clients, and so needs a build, which `globalSetup` makes once for a run. */
const clients = ['test/clients/**/*.test.ts', 'test/scenarios/**/*.test.ts'];
const threads = 'test/setup/threads.ts';
const slow = 'test/**/*.slow.test.ts';
/** Replace modules of Node's, which others in the same process must not meet. */
const mocked = 'test/**/*.mocked.test.ts';
/** Measure time or memory, and so want the machine for themselves: one after the other, when the rest is done. Other tests measure neither. */
const measuring = [
	'test/**/*.measure.slow.test.ts',
	'test/faults/stall/*.slow.test.ts',
	'test/http/**/*.slow.test.ts',
	'test/server/**/*.slow.test.ts',
	'test/peers/**/*.slow.test.ts',
];

/** Tests run as the project does, by Node itself: read by Vite, they take a third longer. Where modules are replaced it has to be Vite. */
const native = {
	experimental: { viteModuleRunner: false, nodeLoader: false },
	setupFiles: ['test/setup/thread-files.ts'],
};

/** Of a project, in the mode of the run: Node itself is not told of that, so the environment says how much is tried (`test/setup/sample.ts`). */
const env = (mode: string): Record<string, string> => ({ ...threadFiles, TRIES: mode === 'full' ? 'full' : 'sample', COMMIT_SEED: `${seedOfCommit()}` });

/** Bound of `expect.poll` for tests that drive other processes: an event may take seconds on a busy machine. */
const patient = { poll: { timeout: 30_000 } };

export default defineConfig(({ mode }) => ({
	test: {
		// Vitest leaves one core free, which on two of them doubles the time; and tests wait as much as they work.
		maxWorkers: Math.max(4, availableParallelism()),
		projects: [
			{
				test: {
					...native,
					setupFiles: [...native.setupFiles, 'test/setup/random.ts'],
					env: env(mode),
					name: 'unit',
					include: ['test/**/*.test.ts'],
					exclude: [...clients, slow, mocked],
					// What each file imports is read once for all: reading it anew for each takes as long as the tests themselves.
					isolate: false,
					globalSetup: [threads],
					// A test of seconds takes a minute beside eight busy processes.
					testTimeout: 60_000,
					hookTimeout: 60_000,
				},
			},
			{
				define: { ...threadFiles },
				test: { name: 'mocked', include: [mocked], env: env(mode), globalSetup: [threads] },
			},
			{
				test: {
					...native,
					env: env(mode),
					name: 'clients',
					expect: patient,
					include: clients,
					exclude: [slow],
					isolate: false,
					globalSetup: [threads, 'test/setup/build.ts', 'test/setup/server-keeper.ts'],
					// A test that starts two servers takes 3 s on an idle machine, and 40 s beside thirty busy processes.
					testTimeout: 120_000,
					hookTimeout: 240_000,
				},
			},
			{
				test: {
					...native,
					env: env(mode),
					name: 'slow',
					expect: patient,
					include: [slow],
					exclude: measuring,
					sequence: { groupOrder: 1 },
					globalSetup: [threads, 'test/setup/build.ts'],
					testTimeout: 600_000,
					hookTimeout: 120_000,
				},
			},
			{
				test: {
					...native,
					env: env(mode),
					name: 'slow-alone',
					expect: patient,
					include: measuring,
					sequence: { groupOrder: 2 },
					globalSetup: [threads, 'test/setup/build.ts'],
					testTimeout: 600_000,
					hookTimeout: 120_000,
					fileParallelism: false,
				},
			},
		],
	},
}));
