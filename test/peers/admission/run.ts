/** Compares the admission of one release: random requests in random namespaces, sent to both servers, with their answers and stored objects. */
import fc from 'fast-check';
import { pluginsOf } from '../../../runtime/admission/enabled.ts';
import { admissionPlugins } from '../../../runtime/admission/plugins/index.ts';
import type { JsonObject, JsonValue } from '../../../runtime/model/catalog.ts';
import { compareQuantities, parseQuantity } from '../../../runtime/scalars/quantity.ts';
import { type Difference, differencesOf } from '../differences.ts';
import type { Outcome } from '../play.ts';
import { until } from '../programs.ts';
import { adminToken, type Reply, type Server, startOrch, startPeer } from '../servers.ts';
import { startPeerControllers } from './peer-controllers.ts';
import type { Asked } from './requests.ts';
import { clusterObjects, type World, worlds } from './worlds.ts';

export interface AdmissionWanted {
	readonly release: string;
	/** Output of `orch build`. */
	readonly built: string;
	/** Folder with etcd, `kube-apiserver-RELEASE` and `kube-controller-manager-1.36`; undefined compares the server with itself. */
	readonly peers: string | undefined;
	/** Number of requests. */
	readonly runs: number;
	readonly seed: number;
	/** Plugins enabled in addition to the default ones. */
	readonly enabled: readonly string[];
}

export interface Differing {
	readonly namespace: string;
	readonly world: World;
	readonly asked: Asked;
	readonly ours: Outcome;
	readonly theirs: Outcome;
	readonly differences: readonly Difference[];
}

export interface AdmissionCompared {
	/** Our answers by kind of request and status. */
	readonly statuses: ReadonlyMap<string, ReadonlyMap<number, number>>;
	readonly differing: readonly Differing[];
}

/** Requests in one namespace: enough that quotas run out. */
const perWorld = 25;
/** Namespaces at a time; more would only compete for the cores. */
const atOnce = 4;
/** Tries of a refused request: kube-apiserver chooses at random which of several broken limits or quotas it names. */
const refusalTries = 12;
const json = { 'content-type': 'application/json' };

/** Optional plugins that both servers enable in the profile `all`. */
const optional = [
	...['NodeRestriction', 'AlwaysPullImages', 'DenyServiceExternalIPs', 'ExtendedResourceToleration', 'LimitPodHardAntiAffinityTopology'],
	...['NamespaceExists', 'OwnerReferencesPermissionEnforcement', 'PodNodeSelector', 'PodTolerationRestriction'],
];

/** Returns the optional plugins that this server has at a release. */
export function optionalPlugins(release: string): readonly string[] {
	const known = pluginsOf(release, admissionPlugins).map(({ name }) => name);
	return optional.filter((name) => known.includes(name));
}

export async function compareAdmission(wanted: AdmissionWanted): Promise<AdmissionCompared> {
	const { release, built, runs, seed } = wanted;
	const ours = await startOurs(built, wanted);
	try {
		const theirs = await startTheirs(wanted);
		try {
			for (const [path, body] of clusterObjects) await Promise.all([ours, theirs].map((server) => make(server, path, body)));
			const sampled = fc.sample(worlds(perWorld), { numRuns: Math.ceil(runs / perWorld), seed });
			return await inAll(release, sampled, ours, theirs);
		} finally {
			await theirs.stop();
		}
	} finally {
		await ours.stop();
	}
}

const modes = 'Node,RBAC';

function startOurs(built: string, { release, enabled }: AdmissionWanted): Promise<Server> {
	// The peer has no garbage collector either: it would delete pods whose owners do not exist.
	const flags = [
		'--controllers',
		'*,-garbagecollector',
		'--authorization-mode',
		modes,
		...(enabled.length > 0 ? ['--enable-admission-plugins', enabled.join()] : []),
	];
	return startOrch(built, release, flags, []);
}

async function startTheirs(wanted: AdmissionWanted): Promise<Server> {
	const { peers, release, enabled } = wanted;
	if (peers === undefined) return startOurs(wanted.built, wanted);
	const on = [...new Set(['NodeRestriction', ...enabled])];
	const server = await startPeer(peers, release, ['--enable-admission-plugins', on.join()], modes, []);
	const controllers = startPeerControllers(peers, release, server.port, adminToken);
	return {
		ask: server.ask,
		async stop() {
			await controllers.end();
			await server.stop();
		},
	};
}

async function make(server: Server, path: string, body: object): Promise<void> {
	const { status, body: answer } = await server.ask('POST', path, JSON.stringify(body), json);
	if (status !== 201) throw new Error(`${path} was refused: ${status} ${JSON.stringify(answer)}`);
}

async function inAll(release: string, all: readonly World[], ours: Server, theirs: Server): Promise<AdmissionCompared> {
	const statuses = new Map<string, Map<number, number>>();
	const differing: Differing[] = [];
	const queue = all.entries();
	const worker = async (): Promise<void> => {
		for (const [i, world] of queue) {
			const namespace = `w${i}-${release.replace('.', '-')}`;
			await Promise.all([ours, theirs].map((server) => prepare(server, namespace, world)));
			for (const asked of world.requests) {
				const [our, first] = await Promise.all([ours, theirs].map((server) => outcomeOf(server, namespace, asked)));
				if (our === undefined || first === undefined) throw new Error('a request without an outcome');
				let their = first;
				for (let tries = 1; tries < refusalTries && our.status === 403 && their.status === 403 && differencesOf(our, their).length > 0; tries++)
					their = await outcomeOf(theirs, namespace, asked);
				const counts = statuses.get(asked.what) ?? new Map<number, number>();
				statuses.set(asked.what, counts.set(our.status, (counts.get(our.status) ?? 0) + 1));
				const differences = differencesOf(our, their);
				if (our.status === 403 && their.status === 201 && (await exceedsQuota(theirs, namespace))) break;
				if (differences.length > 0) differing.push({ namespace, world, asked, ours: our, theirs: their, differences });
			}
		}
	};
	await Promise.all(Array.from({ length: atOnce }, worker));
	return { statuses, differing };
}

async function prepare(server: Server, namespace: string, { metadata, objects }: World): Promise<void> {
	await make(server, '/api/v1/namespaces', { metadata: { ...metadata, name: namespace } });
	const within = (path: string): string => path.replace('/v1/', `/v1/namespaces/${namespace}/`);
	await until('the default account exists', async () => (await server.ask('GET', within('/api/v1/serviceaccounts/default'))).status === 200);
	for (const [collection, body] of objects) await make(server, within(collection), body);
	await until('quotas are calculated', async () => {
		const { body } = await server.ask('GET', within('/api/v1/resourcequotas'));
		return (body as { readonly items: readonly Quota[] }).items.every(({ spec, status }) => status?.hard !== undefined && same(spec.hard, status.hard));
	});
}

/** True once the peer has exceeded a quota, as it does when a count overtakes a create. The rest of the namespace is then not comparable. */
async function exceedsQuota(server: Server, namespace: string): Promise<boolean> {
	const isOver = async (): Promise<boolean> => {
		const { body } = await server.ask('GET', `/api/v1/namespaces/${namespace}/resourcequotas`);
		return (body as { readonly items: readonly Quota[] }).items.some(({ status: { hard = {}, used = {} } = {} }) =>
			Object.entries(hard).some(([name, limit]) => compareQuantities(parseQuantity(used[name] ?? '0'), parseQuantity(limit)) > 0),
		);
	};
	for (let tries = 0; tries < 20; tries++) {
		if (await isOver()) return true;
		await new Promise((resolve) => setTimeout(resolve, 250));
	}
	return false;
}

interface Quota {
	readonly spec: { readonly hard: object };
	readonly status?: { readonly hard?: Readonly<Record<string, string>>; readonly used?: Readonly<Record<string, string>> };
}

function same(a: object, b: object): boolean {
	return Object.keys(a).sort().join() === Object.keys(b).sort().join();
}

async function outcomeOf(server: Server, namespace: string, { method, path, body, type, reads, as }: Asked): Promise<Outcome> {
	const here = (text: string): string => text.replaceAll('{ns}', namespace);
	const reply = await server.ask(method, here(path), here(JSON.stringify(body)), { 'content-type': type, 'user-agent': 'curl/7.88.1', ...as });
	const read = await server.ask('GET', here(reads));
	return { status: reply.status, warnings: [...reply.warnings].sort(), answer: plain(reply), stored: read.status === 200 ? plain(read) : read.status };
}

/** Fields whose values depend on time, chance or the work of controllers. */
const dropped = new Set(['resourceVersion', 'managedFields', 'clusterIP', 'clusterIPs', 'nodePort', 'healthCheckNodePort']);

/** Returns the body without values that depend on time or chance. */
function plain({ body }: Reply): JsonValue {
	return plainValue(body as JsonValue);
}

function plainValue(value: JsonValue): JsonValue {
	if (typeof value === 'string') return plainText(value);
	if (value === null || typeof value !== 'object') return value;
	if (Array.isArray(value)) return value.map(plainValue);
	const entries = Object.entries(value as JsonObject).filter(([key]) => !dropped.has(key));
	return Object.fromEntries(entries.map(([key, inner]) => [key, plainValue(inner ?? null)]));
}

/** kube-apiserver appends a diff to the causes of some refusals, and names broken limits in the random order of a map. */
function plainText(text: string): string {
	return text
		.replace(/\n(?:@@|\s+core\.)[\s\S]*?\n(?=$|, |\])/g, '')
		.replace(/(?<= is forbidden: \[).*(?=\]$)/, (causes) => causes.split(', ').sort().join(', '))
		.replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'UID')
		.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, 'TIME')
		.replace(/kube-api-access-[a-z0-9]{5}/g, 'kube-api-access-CHANCE');
}
