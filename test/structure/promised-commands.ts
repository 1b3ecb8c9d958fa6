/**
 * The promised commands. An entry stays for as long as the command is in a release. A deprecated command names the release of its
 * deprecation and is removed once its lifetime is over.
 */
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
const beta = ['envtest', 'migrate hooks', 'new version', 'sdk prisma', 'sdk publish', 'storage', 'upgrade check'];

/** Commands that are deprecated or removed. */
const deprecated: readonly Promised[] = [];

export const promisedCommands: readonly Promised[] = [
	...stable.map((name) => ({ name, stage: 'stable' as const })),
	...beta.map((name) => ({ name, stage: 'beta' as const })),
	...deprecated,
];
