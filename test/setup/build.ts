/** Provides the built server to a test run, under both vocabularies, built as a user builds it. */
import type { TestProject } from 'vitest/node';
import { keptBuild } from './kept-builds.ts';

declare module 'vitest' {
	export interface ProvidedContext {
		/** Build folders of the server by vocabulary; tests only read them. */
		built: { orch: string; kubernetes: string };
	}
}

export default async function setup(project: TestProject): Promise<void> {
	const [orch, kubernetes] = await Promise.all([keptBuild({ vocabulary: 'orch' }), keptBuild({ vocabulary: 'kubernetes' })]);
	project.provide('built', { orch, kubernetes });
}
