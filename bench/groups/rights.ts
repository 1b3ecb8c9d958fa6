/** Cost of an authorization decision by roles, in process: 10,000 roles and bindings, for many subjects and for one. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vocabulary } from '../../generated/vocabulary.ts';
import type { Attributes, Authorizer } from '../../runtime/api/authorization.ts';
import type { AuthorizerContext } from '../../runtime/auth/authz/contract.ts';
import { rbac } from '../../runtime/auth/authz/rbac/rbac.ts';
import { openSqliteStore } from '../../runtime/storage/sqlite/open.ts';
import type { Mutation } from '../../runtime/storage/store.ts';
import { type Cache, openCache } from '../../runtime/watch/cache.ts';
import { report } from '../report.ts';

const count = 10_000;
const asked = 20_000;
const group = `rbac.authorization.${vocabulary.groupDomain}`;

export async function rights(): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), 'orch-bench-'));
	const store = await openSqliteStore({ path: join(folder, 'rights.db'), vocabulary: 'bench' });
	for (let from = 0; from < count; from += 500) {
		const numbers = Array.from({ length: 500 }, (_, i) => from + i);
		await store.commit(numbers.flatMap((n) => [role(n), binding(`of-${n}`, n, `user-${n}`), binding(`one-${n}`, n, 'one')]));
	}
	const cache = await openCache(store);
	try {
		const ofMany = (n: number): string => `user-${n % count}`;
		told('of 10,000 subjects, cold', await started(cache), count, ofMany, (n) => n);
		const warm = await started(cache);
		for (let n = 0; n < 2 * count; n++) warm.authorize(question(ofMany(n), n % count));
		told('of 10,000 subjects, warm', warm, asked, ofMany, (n) => n % count);
		told(
			'of nobody',
			warm,
			asked,
			() => 'nobody',
			(n) => n % count,
		);
		told(
			'of one subject with 10,000 bindings, the last of which allows',
			warm,
			500,
			() => 'one',
			() => count - 1,
		);
	} finally {
		await cache.close();
		await store.close();
		rmSync(folder, { recursive: true, force: true });
	}
}

function told(whose: string, authorizer: Authorizer, times: number, user: (n: number) => string, resource: (n: number) => number): void {
	const took = new Float64Array(times);
	for (let n = 0; n < times; n++) {
		const attributes = question(user(n), resource(n));
		const before = performance.now();
		authorizer.authorize(attributes);
		took[n] = performance.now() - before;
	}
	took.sort();
	report({ figure: `decision by roles ${whose}, p99`, value: (took[Math.floor(times * 0.99)] ?? 0) * 1000, unit: 'µs', sense: 'atMost', target: 100 });
}

async function started(cache: Cache): Promise<Authorizer> {
	const context = { vocabulary, cache, signal: new AbortController().signal };
	return await rbac.start(context as unknown as AuthorizerContext);
}

function question(name: string, n: number): Attributes {
	const groups = ['writers', 'system:authenticated'];
	return {
		user: { name, uid: '', groups, extra: {} },
		info: { isResource: true, verb: 'get', group: 'apps', version: 'v1', resource: `things-${n}`, subresource: '', namespace: 'default', name: 'a' },
		path: '',
	};
}

function role(n: number): Mutation {
	const rules = [
		{ verbs: ['list', 'watch'], apiGroups: [''], resources: ['pods', 'pods/log'] },
		{ verbs: ['get', 'update'], apiGroups: ['apps'], resources: [`things-${n}`] },
	];
	return object('clusterroles', `role-${n}`, { rules });
}

function binding(name: string, n: number, user: string): Mutation {
	const roleRef = { apiGroup: group, kind: 'ClusterRole', name: `role-${n}` };
	return object('clusterrolebindings', name, { subjects: [{ kind: 'User', apiGroup: group, name: user }], roleRef });
}

function object(resource: string, name: string, rest: object): Mutation {
	const bytes = Buffer.from(JSON.stringify({ metadata: { name, uid: name }, ...rest }));
	return { resource: `${resource}.${group}`, namespace: '', name, expected: 0, bytes };
}
