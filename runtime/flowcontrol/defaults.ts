/**
 * Flow schemas and priority levels that the server maintains (KEP-1040, "Pre-existing objects"): the defaults of each release, as settings
 * and as API objects. They apply until the objects have been read, and where their kinds are not served.
 */
import type { FlowSchemaSpec, PolicyRulesWithSubjects, PriorityLevelConfigurationSpec, Subject } from '../../generated/types/flowcontrol/v1.ts';
import type { Release } from '../model/catalog.ts';
import { compareReleases } from '../model/release.ts';
import { speak, type Vocabulary } from '../model/vocabulary.ts';

export interface DefaultFlowObject {
	readonly resource: 'flowschemas' | 'prioritylevelconfigurations';
	readonly name: string;
	/** True for the mandatory objects, whose spec clients cannot change. */
	readonly isMandatory: boolean;
	readonly spec: FlowSchemaSpec | LevelSpec;
}

/** Stored form of a priority level's spec. Before 1.26 the shares had another field name. */
export interface LevelSpec extends Omit<PriorityLevelConfigurationSpec, 'limited'> {
	readonly limited?: PriorityLevelConfigurationSpec['limited'] & { readonly assuredConcurrencyShares?: number };
}

interface DefaultLevel {
	readonly name: string;
	readonly isMandatory?: true;
	/** Shares of the server's seats, relative to other levels; absent for an exempt level, which has no limit. */
	readonly shares?: number;
	/** Percentage of its seats that other levels may borrow, from 1.26 on. */
	readonly lendablePercent?: number;
	/** Number of queues, hand size and maximum queue length; absent where requests do not queue. */
	readonly queues?: readonly [queues: number, handSize: number, lengthLimit: number];
}

interface DefaultSchema {
	readonly name: string;
	readonly isMandatory?: true;
	readonly precedence: number;
	readonly level: string;
	readonly distinguisher?: 'ByUser' | 'ByNamespace';
	/** Subjects in the form `User NAME`, `Group NAME` or `ServiceAccount NAMESPACE/NAME`. */
	readonly subjects: readonly string[];
	/** Rules in the form `VERBS | GROUP | RESOURCES [| cluster]` or `VERBS | PATHS`; the core group is `core`. */
	readonly rules: readonly string[];
	/** First release without this schema. */
	readonly removed?: Release;
}

const levels: readonly DefaultLevel[] = [
	{ name: 'exempt', isMandatory: true },
	{ name: 'catch-all', isMandatory: true, shares: 5, lendablePercent: 0 },
	{ name: 'system', shares: 30, lendablePercent: 33, queues: [64, 6, 50] },
	{ name: 'node-high', shares: 40, lendablePercent: 25, queues: [64, 6, 50] },
	{ name: 'leader-election', shares: 10, lendablePercent: 0, queues: [16, 4, 50] },
	{ name: 'workload-high', shares: 40, lendablePercent: 50, queues: [128, 6, 50] },
	{ name: 'workload-low', shares: 100, lendablePercent: 90, queues: [128, 6, 50] },
	{ name: 'global-default', shares: 20, lendablePercent: 50, queues: [128, 6, 50] },
];

const everything = ['* | * | * | cluster', '* | *'];
const everybody = ['Group system:unauthenticated', 'Group system:authenticated'];
const controllerManager = 'User system:{shortPrefix}-controller-manager';
const scheduler = 'User system:{shortPrefix}-scheduler';
const systemAccounts = 'ServiceAccount {shortPrefix}-system/*';
const leases = 'get create update | coordination.{groupDomain} | leases';

const schemas: readonly DefaultSchema[] = [
	{ name: 'exempt', isMandatory: true, precedence: 1, level: 'exempt', subjects: ['Group system:masters'], rules: everything },
	{ name: 'catch-all', isMandatory: true, precedence: 10_000, level: 'catch-all', distinguisher: 'ByUser', subjects: everybody, rules: everything },
	{ name: 'probes', precedence: 2, level: 'exempt', subjects: everybody, rules: ['get | /healthz /readyz /livez'] },
	{
		name: 'system-leader-election',
		precedence: 100,
		level: 'leader-election',
		distinguisher: 'ByUser',
		subjects: [controllerManager, scheduler, systemAccounts],
		rules: [leases],
	},
	{
		name: 'endpoint-controller',
		precedence: 150,
		level: 'workload-high',
		distinguisher: 'ByUser',
		subjects: [
			controllerManager,
			'ServiceAccount {shortPrefix}-system/endpoint-controller',
			'ServiceAccount {shortPrefix}-system/endpointslicemirroring-controller',
		],
		rules: ['get create update | core | endpoints'],
		removed: '1.34',
	},
	{
		name: 'workload-leader-election',
		precedence: 200,
		level: 'leader-election',
		distinguisher: 'ByUser',
		subjects: [systemAccounts],
		rules: ['get create update | core | endpoints configmaps', leases],
		removed: '1.34',
	},
	{
		name: 'system-node-high',
		precedence: 400,
		level: 'node-high',
		distinguisher: 'ByUser',
		subjects: ['Group system:nodes'],
		rules: ['* | core | nodes nodes/status | cluster', '* | coordination.{groupDomain} | leases'],
	},
	{ name: 'system-nodes', precedence: 500, level: 'system', distinguisher: 'ByUser', subjects: ['Group system:nodes'], rules: everything },
	{
		name: '{shortPrefix}-controller-manager',
		precedence: 800,
		level: 'workload-high',
		distinguisher: 'ByNamespace',
		subjects: [controllerManager],
		rules: everything,
	},
	{ name: '{shortPrefix}-scheduler', precedence: 800, level: 'workload-high', distinguisher: 'ByNamespace', subjects: [scheduler], rules: everything },
	{
		name: '{shortPrefix}-system-service-accounts',
		precedence: 900,
		level: 'workload-high',
		distinguisher: 'ByNamespace',
		subjects: [systemAccounts],
		rules: everything,
	},
	{
		name: 'service-accounts',
		precedence: 9000,
		level: 'workload-low',
		distinguisher: 'ByUser',
		subjects: ['Group system:serviceaccounts'],
		rules: everything,
	},
	{ name: 'global-default', precedence: 9900, level: 'global-default', distinguisher: 'ByUser', subjects: everybody, rules: everything },
];

/** Returns the default objects of a release, priority levels first, because schemas refer to them. */
export function defaultFlowObjects(release: Release, vocabulary: Vocabulary): readonly DefaultFlowObject[] {
	const present = schemas.filter(({ removed }) => removed === undefined || compareReleases(release, removed) < 0);
	const written: readonly DefaultFlowObject[] = [
		...levels.map(
			(level): DefaultFlowObject => ({
				resource: 'prioritylevelconfigurations',
				name: level.name,
				isMandatory: level.isMandatory === true,
				spec: levelSpec(level, release),
			}),
		),
		...present.map(
			(schema): DefaultFlowObject => ({
				resource: 'flowschemas',
				name: schema.name,
				isMandatory: schema.isMandatory === true,
				spec: schemaSpec(schema),
			}),
		),
	];
	return JSON.parse(speak(JSON.stringify(written), vocabulary)) as DefaultFlowObject[];
}

function levelSpec({ shares, lendablePercent, queues }: DefaultLevel, release: Release): LevelSpec {
	const sharesOfExempt = compareReleases(release, '1.28') >= 0 ? { exempt: { nominalConcurrencyShares: 0, lendablePercent: 0 } } : {};
	if (shares === undefined) return { type: 'Exempt', ...sharesOfExempt };
	const lends = compareReleases(release, '1.26') >= 0 && lendablePercent !== undefined;
	const [count, handSize, queueLengthLimit] = queues ?? [];
	return {
		type: 'Limited',
		limited: {
			[compareReleases(release, '1.26') < 0 ? 'assuredConcurrencyShares' : 'nominalConcurrencyShares']: shares,
			limitResponse:
				count === undefined || handSize === undefined || queueLengthLimit === undefined
					? { type: 'Reject' }
					: { type: 'Queue', queuing: { queues: count, handSize, queueLengthLimit } },
			...(lends && { lendablePercent }),
		},
	};
}

function schemaSpec({ precedence, level, distinguisher, subjects, rules }: DefaultSchema): FlowSchemaSpec {
	return {
		priorityLevelConfiguration: { name: level },
		matchingPrecedence: precedence,
		...(distinguisher !== undefined && { distinguisherMethod: { type: distinguisher } }),
		rules: [{ subjects: subjects.map(subjectOf), ...rulesOf(rules) }],
	};
}

function subjectOf(text: string): Subject {
	const [kind = '', who = ''] = text.split(' ');
	if (kind === 'User') return { kind, user: { name: who } };
	if (kind === 'Group') return { kind, group: { name: who } };
	const [namespace = '', name = ''] = who.split('/');
	return { kind, serviceAccount: { namespace, name } };
}

function rulesOf(texts: readonly string[]): Omit<PolicyRulesWithSubjects, 'subjects'> {
	const parts = texts.map((text) => text.split(' | ').map((part) => part.split(' ')));
	const ofResources = parts.filter(({ length }) => length > 2);
	const ofPaths = parts.filter(({ length }) => length === 2);
	return {
		...(ofResources.length > 0 && {
			resourceRules: ofResources.map(([verbs = [], groups = [], resources = [], cluster]) => ({
				verbs,
				apiGroups: groups.map((group) => (group === 'core' ? '' : group)),
				resources,
				...(cluster !== undefined && { clusterScope: true }),
				namespaces: ['*'],
			})),
		}),
		...(ofPaths.length > 0 && { nonResourceRules: ofPaths.map(([verbs = [], nonResourceURLs = []]) => ({ verbs, nonResourceURLs })) }),
	};
}
