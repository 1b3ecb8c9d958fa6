/**
 * The node authorizer over caches filled by the tests: compared with a slow reference, and checked for the objects it reads. `test/peers`
 * compares it with kube-apiserver.
 */
import { describe, expect, it } from 'vitest';
import { catalog } from '../../generated/catalog.ts';
import { vocabulary } from '../../generated/vocabulary.ts';
import type { Authorizer } from '../../runtime/api/authorization.ts';
import type { RequestInfo, User } from '../../runtime/api/request.ts';
import type { AuthorizerContext } from '../../runtime/auth/authz/contract.ts';
import { nodeAuthorizer } from '../../runtime/auth/authz/node/node.ts';
import { openLog } from '../../runtime/telemetry/log.ts';
import type { WatchCache } from '../../runtime/watch/contract.ts';
import { Random } from '../suites/front-door/random.ts';
import { names, namespaces, nodes, objectsOf, randomCluster } from '../suites/node-authorizer/random-cluster.ts';
import { reachableFrom } from '../suites/node-authorizer/reference.ts';

interface Stored {
	readonly metadata: { readonly namespace?: string; readonly name: string };
	readonly spec?: { readonly nodeName?: string };
}

interface Filled {
	readonly cache: WatchCache;
	/** Objects whose bytes were read. */
	readonly looked: Set<string>;
	/** Queries to the cache. */
	readonly asked: string[];
}

/** Returns a filled cache. With `alsoOthers` its index also returns objects with other values, which the contract permits. */
function cacheOf(stored: Readonly<Record<string, readonly object[]>>, alsoOthers: boolean): Filled {
	const looked = new Set<string>();
	const asked: string[] = [];
	const all = Object.fromEntries(
		Object.entries(stored).map(([resource, objects]) => [
			resource,
			(objects as readonly Stored[]).map((object) => {
				const { namespace = '', name } = object.metadata;
				return {
					namespace,
					name,
					fields: { 'spec.nodeName': object.spec?.nodeName ?? '' },
					get bytes() {
						looked.add(`${resource}/${namespace}/${name}`);
						return Buffer.from(JSON.stringify(object));
					},
				};
			}),
		]),
	);
	const cache = {
		list: (resource: string, namespace: string, _: undefined, only?: { readonly field: string; readonly value: string }) => {
			asked.push(`list ${resource}`);
			return (all[resource] ?? []).filter(
				(each) => (namespace === '' || each.namespace === namespace) && (alsoOthers || only === undefined || each.fields['spec.nodeName'] === only.value),
			);
		},
		get: (resource: string, namespace: string, name: string) => {
			asked.push(`get ${resource}`);
			return all[resource]?.find((each) => each.namespace === namespace && each.name === name);
		},
	} as unknown as WatchCache;
	return { cache, looked, asked };
}

function started(cache: WatchCache, release = '1.36', open: readonly string[] = ['AuthorizeNodeWithSelectors']): Authorizer {
	const parts = {
		log: openLog('silent'),
		vocabulary,
		declared: new Map(),
		signal: new AbortController().signal,
		serverId: '',
		addMetrics: () => undefined,
		acceptsAnonymous: false,
	};
	return nodeAuthorizer({
		...parts,
		flags: {} as AuthorizerContext['flags'],
		release,
		gates: new Map(open.map((gate) => [gate, true])),
		type: (name) => catalog.type(name),
		cache,
	});
}

const node = (name: string): User => ({ name: `system:node:${name}`, uid: '', groups: ['system:nodes'], extra: {} });
const asked = (verb: string, resource: string, namespace: string, name: string, more: object = {}): RequestInfo =>
	({ isResource: true, verb, group: '', version: 'v1', resource, subresource: '', namespace, name, ...more }) as RequestInfo;

const podNames = [...Array(12).keys()].map((i) => `p${i}`);
const related: readonly (readonly [resource: string, group: string, namespaces: readonly string[], names: readonly string[], more: object])[] = [
	['secrets', '', namespaces, names('s'), { verb: 'get' }],
	['configmaps', '', namespaces, names('c'), { verb: 'get' }],
	['persistentvolumeclaims', '', namespaces, [...names('d'), ...podNames.flatMap((pod) => names(`${pod}-e`))], { verb: 'get' }],
	['persistentvolumes', '', [''], names('v'), { verb: 'get' }],
	['pods', '', namespaces, podNames, { verb: 'get' }],
	['serviceaccounts', '', namespaces, names('a'), { verb: 'create', subresource: 'token' }],
	['resourceclaims', 'resource.orch.io', namespaces, names('r'), { verb: 'get' }],
	['volumeattachments', 'storage.orch.io', [''], names('t'), { verb: 'get' }],
];

describe('a node', () => {
	const seed = Number(process.env.NODE_SEED ?? 1);
	it.each([...Array(60).keys()].map((i) => seed + i))('is related to the objects that its pods reference (seed %i)', (seed) => {
		const random = new Random(seed);
		const next = (): number => random.below(1_000_000) / 1_000_000;
		const cluster = randomCluster(next);
		const authorizer = started(cacheOf(objectsOf(cluster, next), seed % 2 === 0).cache);
		const [allows, expected]: [string[], string[]] = [[], []];
		for (const name of nodes) {
			const reachable = reachableFrom(cluster, name);
			for (const [resource, group, within, objects, more] of related) {
				for (const namespace of within) {
					for (const object of objects) {
						const info = asked('get', resource, namespace, object, { group, ...more });
						const decision = authorizer.authorize({ user: node(name), info, path: '' });
						const said = `${name}: ${resource}/${namespace}/${object}`;
						if (!(decision instanceof Promise) && decision.verdict === 'allow') allows.push(said);
						if (reachable.has(`${resource}/${namespace}/${object}`)) expected.push(said);
					}
				}
			}
		}
		expect(allows).toEqual(expected);
		expect(expected.length).toBeGreaterThan(8);
	});

	it('never examines pods of other nodes, nor any pod when no object is requested', () => {
		const random = new Random(7);
		const next = (): number => random.below(1_000_000) / 1_000_000;
		const cluster = randomCluster(next);
		const { cache, looked, asked: askedOfCache } = cacheOf(objectsOf(cluster, next), true);
		const authorizer = started(cache);
		authorizer.authorize({ user: { ...node('n0'), name: 'jane', groups: [] }, info: asked('get', 'secrets', 'x', 's0'), path: '' });
		// No index is built at start, or for users other than nodes.
		expect(askedOfCache).toEqual([]);
		authorizer.authorize({ user: node('n0'), info: asked('list', 'secrets', 'x', ''), path: '' });
		authorizer.authorize({ user: node('n0'), info: asked('create', 'pods', 'x', ''), path: '' });
		expect([...looked]).toEqual([]);
		authorizer.authorize({ user: node('n0'), info: asked('get', 'configmaps', 'x', 'c9'), path: '' });
		const own = cluster.pods.filter((pod) => pod.node === 'n0' && pod.namespace === 'x').map(({ name }) => `pods/x/${name}`);
		expect([...looked].sort()).toEqual(own.sort());
	});

	it('is refused synchronously, with a reason', () => {
		const authorizer = started(cacheOf({}, false).cache);
		expect(authorizer.authorize({ user: node('n0'), info: asked('get', 'secrets', 'x', 's0'), path: '' })).toEqual({
			verdict: 'no opinion',
			reason: "no relationship found between node 'n0' and this object",
		});
		expect(authorizer.authorize({ user: node(''), info: asked('get', 'secrets', 'x', 's0'), path: '' })).toEqual({
			verdict: 'no opinion',
			reason: 'unknown node for user "system:node:"',
		});
	});

	it.each<[string, User]>([
		['without its group', { ...node('n0'), groups: ['system:authenticated'] }],
		['of another name', { ...node('n0'), name: 'n0' }],
	])('is not recognized %s', (_, user) => {
		const authorizer = started(cacheOf({}, false).cache);
		expect(authorizer.authorize({ user, info: asked('list', 'services', 'x', ''), path: '' })).toEqual({ verdict: 'no opinion', reason: '' });
		expect(authorizer.rulesFor?.(user, 'x')).toEqual({ rules: [], incomplete: false });
	});

	it('has an incomplete list of rights', () => {
		expect(started(cacheOf({}, false).cache).rulesFor?.(node('n0'), 'x')).toEqual({
			rules: [],
			incomplete: true,
			failure: 'node authorizer does not support user rule resolution',
		});
	});

	it.each<[string, string, readonly string[], RequestInfo, boolean]>([
		['lists all pods in older releases', '1.25', [], asked('list', 'pods', '', ''), true],
		['and its own in newer ones', '1.36', ['AuthorizeNodeWithSelectors'], asked('list', 'pods', '', ''), false],
		['writes events of the older group', '1.25', [], asked('create', 'events', 'x', ''), true],
		['and of the newer one', '1.36', [], asked('create', 'events', 'x', '', { group: 'events.orch.io' }), true],
		['which it did not', '1.25', [], asked('create', 'events', 'x', '', { group: 'events.orch.io' }), false],
		[
			'asks for certificates of pods where there are such',
			'1.36',
			['PodCertificateRequest', 'AuthorizeNodeWithSelectors'],
			asked('create', 'podcertificaterequests', 'x', '', { group: 'certificates.orch.io' }),
			true,
		],
		[
			'and not where there are none',
			'1.36',
			['AuthorizeNodeWithSelectors'],
			asked('create', 'podcertificaterequests', 'x', '', { group: 'certificates.orch.io' }),
			false,
		],
	])('%s', async (_, release, gates, info, is) => {
		const { verdict } = await started(cacheOf({}, false).cache, release, gates).authorize({ user: node('n0'), info, path: '' });
		expect(verdict).toBe(is ? 'allow' : 'no opinion');
	});
});
