/** Tests that the comparison with kube-apiserver forgives exactly the listed differences, and finds and shrinks all others. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../runtime/model/catalog.ts';
import { Comparison } from './compare.ts';
import { kinds } from './kinds.ts';
import { listed } from './listed.ts';
import { causeRows } from './listed-causes.ts';
import type { Server } from './servers.ts';
import type { Sequence, Step } from './steps.ts';

it('every tolerated difference is documented', () => {
	const document = readFileSync(join(resolve(import.meta.dirname, '../..'), 'docs/conformance/differences.md'), 'utf8');
	const rows = new Set(document.split('\n').map((line) => line.split(' | ')[0]?.replace(/^\| /, '')));
	expect([...listed, ...causeRows].map(({ row }) => row).filter((row) => !rows.has(row))).toEqual([]);
});

/** Returns a server that stores objects as sent and names their manager with `named`. */
function keeper(named: (manager: string) => string): Server {
	const objects = new Map<string, JsonObject>();
	return {
		async ask(method, path, body) {
			const [place = '', query = ''] = path.split('?');
			if (method === 'GET') {
				const found = objects.get(place);
				return { status: found ? 200 : 404, warnings: [], headers: {}, body: found ?? { kind: 'Status', message: 'not found' } };
			}
			const { metadata, ...rest } = JSON.parse(body ?? '{}') as JsonObject;
			const manager = named(new URLSearchParams(query).get('fieldManager') ?? '');
			const object = { ...rest, metadata: { ...(metadata as JsonObject), managedFields: [{ manager }] } };
			objects.set(place, object);
			return { status: 200, warnings: [], headers: {}, body: object };
		},
		async stop() {},
	};
}

describe('the comparison', () => {
	const [kind] = kinds;
	if (kind === undefined) throw new Error('there is no kind');
	const put = (manager: string, data: JsonObject): Step => ({
		verb: 'put',
		root: 0,
		subresource: '',
		query: { fieldManager: manager },
		agent: 'curl/7.88.1',
		body: { metadata: { name: '$name' }, data },
	});
	const sequence: Sequence = { kind, steps: [put('one', { a: '1' }), put('two', { a: '2', b: '2' }), put('three', { c: '1' })] };

	it('finds nothing between servers that are alike', async () => {
		const { findings, steps } = await new Comparison('1.25', keeper(String), keeper(String)).compare([sequence]);
		expect({ findings, steps }).toEqual({ findings: [], steps: 3 });
	});
	it('finds renamed managers, and their requirements', async () => {
		const theirs = keeper((manager) => (manager === 'two' ? 'another' : manager));
		const { findings } = await new Comparison('1.25', keeper(String), theirs).compare([sequence]);
		expect(findings.map(({ sequence: { steps } }) => steps)).toEqual([[{ ...put('two', {}), body: {} }]]);
		expect(findings[0]?.differences).toContainEqual({ path: '/answer/metadata/managedFields/0/manager', ours: 'two', theirs: 'another' });
	});
});
