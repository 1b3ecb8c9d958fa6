/** The commands that have been promised. Nothing is taken from it while it is in a release: what is deprecated says since which, what is gone leaves when its time is over. */
import type { Promised } from './promises.ts';

const stable = [
	'serve',
	'dev',
	'build',
	'generate',
	'check',
	'validate',
	'lock',
	'diff',
	'explain',
	'new kind',
	'import crd',
	'import openapi',
	'export crd',
	'sdk typescript',
	'backup',
	'restore',
];
const beta = ['migrate hooks', 'sdk prisma', 'sdk publish', 'storage'];

/** Those that are deprecated, or gone. */
const deprecated: readonly Promised[] = [];

export const promisedCommands: readonly Promised[] = [
	...stable.map((name) => ({ name, stage: 'stable' as const })),
	...beta.map((name) => ({ name, stage: 'beta' as const })),
	...deprecated,
];
