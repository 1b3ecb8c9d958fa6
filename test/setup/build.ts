/** Provides builds of the server to a test run, built as a user builds them. */
import type { TestProject } from 'vitest/node';
import { writeExtendedSpecs } from './extended-specs/index.ts';
import { keptBuild } from './kept-builds.ts';
import { makeScratch } from './scratch.ts';

declare module 'vitest' {
	export interface ProvidedContext {
		/** Build folders, which tests only read: one of each vocabulary, and one with the kinds of `extended-specs/`. */
		built: { orch: string; kubernetes: string; extended: string };
	}
}

export default async function setup(project: TestProject): Promise<void> {
	const scratch = makeScratch();
	writeExtendedSpecs(scratch.path);
	try {
		const [orch, kubernetes, extended] = await Promise.all([
			keptBuild({ vocabulary: 'orch' }),
			keptBuild({ vocabulary: 'kubernetes' }),
			keptBuild({ vocabulary: 'kubernetes', specs: scratch.path }),
		]);
		project.provide('built', { orch, kubernetes, extended });
	} finally {
		scratch.remove();
	}
}
