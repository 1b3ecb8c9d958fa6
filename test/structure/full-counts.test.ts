/** `npm run test:full` takes full counts in every project. A project that silently took samples would go unnoticed. */
import { describe, expect, it } from 'vitest';
import config from '../../vitest.config.ts';

describe('every project of the tests', () => {
	it.each([
		['full', 'full'],
		['test', 'sample'],
	])('in the mode %s takes %s counts', async (mode, counts) => {
		const { test } = await config({ mode, command: 'serve' });
		const told = test?.projects?.map((project) => (typeof project === 'object' && 'test' in project ? project.test?.env?.TRIES : undefined));
		expect(told).toEqual(['unit', 'mocked', 'clients', 'slow', 'slow-alone'].map(() => counts));
	});
});
