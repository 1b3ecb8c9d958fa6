/**
 * Tests that random roles allow a user the same requests and grants as on kube-apiserver. It compares the decisions of access reviews, and
 * roles written by a user who may write roles and holds exactly these rules.
 */
import { type Arbitrary, array, constantFrom, integer, oneof, option, record, sample, subarray } from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { seedOfCommit, tries } from '../setup/sample.ts';
import { type Server, startOrch, startPeer } from './servers.ts';

const peers = process.env.ORCH_PEERS;
if (peers === undefined) {
	console.warn('SKIPPED: no roles were compared with kube-apiserver; ORCH_PEERS=DIR names the folder that `npm run peers:build -- DIR` has filled');
}

const group = 'rbac.authorization.k8s.io';
const rbac = `/apis/${group}/v1`;
const json = { 'content-type': 'application/json' };
const who = 'ann';

interface Rule {
	readonly verbs: readonly string[];
	readonly apiGroups?: readonly string[];
	readonly resources?: readonly string[];
	readonly resourceNames?: readonly string[];
	readonly nonResourceURLs?: readonly string[];
}

const some = <T>(values: T[], most: number): Arbitrary<T[]> => subarray(values, { minLength: 1, maxLength: most });
const verbs = ['get', 'list', 'create', '*', 'update', 'bind', 'GET'];
const ofResources: Arbitrary<Rule> = record(
	{
		verbs: some(verbs, 3),
		apiGroups: some(['', 'apps', '*', group], 2),
		resources: some(['pods', 'secrets', 'namespaces', '*', 'pods/log', '*/log', 'pods/*', 'deployments', '*/*', '*/'], 3),
		resourceNames: some(['a', 'b', ''], 2),
	},
	{ requiredKeys: ['verbs', 'apiGroups', 'resources'] },
);
const ofPaths: Arbitrary<Rule> = record({ verbs: some(verbs.slice(0, 4), 2), nonResourceURLs: some(['/x', '/x/*', '*', '/x/y', '/*', '/x*'], 2) });
const ofCluster = oneof({ arbitrary: ofResources, weight: 3 }, { arbitrary: ofPaths, weight: 1 });

const question = oneof(
	record({
		resourceAttributes: record({
			namespace: constantFrom('mine', 'peers', ''),
			verb: constantFrom(...verbs),
			group: constantFrom('', 'apps', 'x'),
			resource: constantFrom('pods', 'secrets', 'namespaces', 'deployments', '*'),
			subresource: constantFrom('', '', 'log'),
			name: constantFrom('', 'a', 'b'),
		}),
	}),
	record({ nonResourceAttributes: record({ verb: constantFrom('get', 'list'), path: constantFrom('/x', '/x/', '/x/y', '/x/y/z', '/', '/xy') }) }),
);

/** Random round; `part` is the index of the held rule of which the granted rule is a part, or absent. */
const round = record({
	held: array(ofResources, { minLength: 1, maxLength: 2 }),
	heldEverywhere: array(ofCluster, { maxLength: 2 }),
	granted: array(record({ rules: array(ofResources, { minLength: 1, maxLength: 2 }), part: option(integer({ min: 0, max: 7 }), { nil: undefined }) }), {
		minLength: 6,
		maxLength: 6,
	}),
	grantedEverywhere: array(array(ofCluster, { minLength: 1, maxLength: 2 }), { minLength: 3, maxLength: 3 }),
	questions: array(question, { minLength: 12, maxLength: 12 }),
});

/** Returns the rule with some of its lists reduced to their first item. */
function partOf(rule: Rule, seed: number): Rule {
	const first = (values: readonly string[] | undefined, bit: number): readonly string[] | undefined => ((seed >> bit) & 1 ? values?.slice(0, 1) : values);
	return JSON.parse(JSON.stringify({ ...rule, verbs: first(rule.verbs, 0), apiGroups: first(rule.apiGroups, 1), resources: first(rule.resources, 2) })) as Rule;
}

class Side {
	readonly #server: Server;

	constructor(server: Server) {
		this.#server = server;
	}

	async make(path: string, body: object): Promise<void> {
		const { status, body: said } = await this.#server.ask('POST', path, JSON.stringify(body), json);
		if (status !== 201) throw new Error(`${path}: ${status} ${JSON.stringify(said)}`);
	}

	async prepare(): Promise<void> {
		await this.make('/api/v1/namespaces', { metadata: { name: 'mine' } });
		const resources = ['roles', 'clusterroles'];
		await this.#hold('writing', '', [{ verbs: ['create'], apiGroups: [group], resources }]);
	}

	async #hold(name: string, namespace: string, rules: readonly Rule[]): Promise<void> {
		const [at, kind] = namespace === '' ? [rbac, 'Cluster'] : [`${rbac}/namespaces/${namespace}`, ''];
		await this.make(`${at}/${kind.toLowerCase()}roles`, { metadata: { name }, rules });
		const subjects = [{ apiGroup: group, kind: 'User', name: who }];
		await this.make(`${at}/${kind.toLowerCase()}rolebindings`, { metadata: { name }, roleRef: { apiGroup: group, kind: `${kind}Role`, name }, subjects });
	}

	async hold(here: readonly Rule[], everywhere: readonly Rule[]): Promise<void> {
		await this.#hold('held', 'mine', here);
		await this.#hold('held', '', everywhere);
	}

	async drop(): Promise<void> {
		for (const at of [`${rbac}/namespaces/mine/rolebindings`, `${rbac}/namespaces/mine/roles`, `${rbac}/clusterrolebindings`, `${rbac}/clusterroles`])
			await this.#server.ask('DELETE', `${at}/held`);
	}

	async allowed(asked: object): Promise<unknown> {
		const spec = { user: who, ...asked };
		const { body } = await this.#server.ask('POST', '/apis/authorization.k8s.io/v1/subjectaccessreviews', JSON.stringify({ spec }), json);
		return (body as { readonly status?: { readonly allowed?: boolean } }).status?.allowed;
	}

	async mayGrant(namespace: string, rules: readonly Rule[]): Promise<number> {
		const path = namespace === '' ? `${rbac}/clusterroles` : `${rbac}/namespaces/${namespace}/roles`;
		const body = JSON.stringify({ metadata: { name: 'granted' }, rules });
		return (await this.#server.ask('POST', `${path}?dryRun=All`, body, { ...json, 'impersonate-user': who })).status;
	}
}

/** Repeats both requests, because the peer learns of roles and bindings a moment later. Answers that stay different count as different. */
async function inTheEnd(both: () => Promise<readonly unknown[]>): Promise<readonly unknown[]> {
	const end = performance.now() + 3_000;
	for (;;) {
		const [mine, theirs] = await both();
		if (mine === theirs || performance.now() > end) return [mine, theirs];
	}
}

describe.skipIf(peers === undefined)('random roles', () => {
	const built = inject('built').kubernetes;

	const seed = seedOfCommit();
	it.each(['1.25', '1.36'])(`let do, and grant, the same in release %s (seed ${seed})`, async (release) => {
		const ours = await startOrch(built, release, ['--authorization-mode', 'RBAC']);
		try {
			const peer = await startPeer(peers ?? '', release, [], 'RBAC');
			try {
				const sides = [new Side(ours), new Side(peer)] as const;
				for (const side of sides) await side.prepare();
				const different: object[] = [];
				const seen = { allowed: 0, refused: 0, granted: 0, kept: 0 };
				for (const { held, heldEverywhere, granted, grantedEverywhere, questions } of sample(round, { seed, numRuns: tries({ sample: 40, full: 400 }) })) {
					await Promise.all(sides.map((side) => side.hold(held, heldEverywhere)));
					const own = [...held, ...heldEverywhere.filter(({ resources }) => resources !== undefined)];
					const roles = [
						...granted.map(({ rules, part }) => ['mine', part === undefined ? rules : [partOf(own[part % own.length] as Rule, part)]] as const),
						...grantedEverywhere.map((rules, i) => ['', i === 0 ? heldEverywhere.map((rule) => partOf(rule, 5)) : rules] as const),
					];
					for (const [namespace, rules] of roles) {
						const [mine, theirs] = await inTheEnd(() => Promise.all(sides.map((side) => side.mayGrant(namespace, rules))));
						if (theirs === 201) seen.granted++;
						else seen.kept++;
						if (mine !== theirs) different.push({ held, heldEverywhere, namespace, rules, mine, theirs });
					}
					for (const asked of questions) {
						const [mine, theirs] = await inTheEnd(() => Promise.all(sides.map((side) => side.allowed(asked))));
						if (theirs === true) seen.allowed++;
						else seen.refused++;
						if (mine !== theirs) different.push({ held, heldEverywhere, asked, mine, theirs });
					}
					await Promise.all(sides.map((side) => side.drop()));
				}
				expect(different).toEqual([]);
				for (const count of Object.values(seen)) expect(count).toBeGreaterThan(20);
			} finally {
				await peer.stop();
			}
		} finally {
			await ours.stop();
		}
	});
});
