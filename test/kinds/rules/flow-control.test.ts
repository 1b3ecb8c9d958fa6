/** Tests FlowSchema and PriorityLevelConfiguration in v1 of 1.36: refusals, defaults, and Tables. */
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import type { JsonObject } from '../../../runtime/model/catalog.ts';
import { type TestServer, testServer } from '../../verbs/write-fixture.ts';
import { merge } from './fixture.ts';

let server: TestServer;
beforeAll(async () => {
	server = await testServer({ release: '1.36' });
});
afterAll(() => server.close());

const at = '/apis/flowcontrol.apiserver.orch.io/v1';
const schemas = `${at}/flowschemas`;
const levels = `${at}/prioritylevelconfigurations`;
const asTable = { accept: 'application/json;as=Table;g=meta.orch.io;v=v1' };

type Row = readonly [what: string, spec: JsonObject, wanted: string];
async function expectSaid(path: string, spec: JsonObject, wanted: string): Promise<void> {
	const { status, body } = await server.call('POST', `${path}?dryRun=All`, { body: { metadata: { name: 'x' }, spec } });
	const said = status === 201 ? '' : body.message;
	expect(said).toEqual(wanted === '' ? '' : expect.stringContaining(wanted));
}

describe('FlowSchema', () => {
	const level = { priorityLevelConfiguration: { name: 'x' } };
	const resources = { verbs: ['*'], apiGroups: ['*'], resources: ['*'], namespaces: ['*'] };
	const rule = { subjects: [{ kind: 'User', user: { name: 'a' } }], resourceRules: [resources] };
	const of = (fields: JsonObject) => ({ ...level, rules: [{ ...rule, ...fields }] });
	const subject = (fields: JsonObject) => of({ subjects: [fields] });
	const resource = (fields: JsonObject) => of({ resourceRules: [{ ...resources, ...fields }] });
	const url = (...nonResourceURLs: string[]) => of({ nonResourceRules: [{ verbs: ['get'], nonResourceURLs }] });
	const inRule = 'spec.rules[0]';
	const inSubject = `${inRule}.subjects[0]`;
	const inResource = `${inRule}.resourceRules[0]`;
	const inUrl = `${inRule}.nonResourceRules[0].nonResourceURLs`;
	const rows: Row[] = [
		['a level alone', level, ''],
		['no level', {}, 'spec.priorityLevelConfiguration.name: Required value: must reference a priority level'],
		['a level whose name is none', { priorityLevelConfiguration: { name: 'A_' } }, 'spec.priorityLevelConfiguration.name: Invalid value: "A_"'],
		['a negative precedence', { ...level, matchingPrecedence: -1 }, 'spec.matchingPrecedence: Invalid value: -1: must be a positive value'],
		['the first place', { ...level, matchingPrecedence: 1 }, "only the schema named 'exempt' may have matchingPrecedence 1"],
		['too late a place', { ...level, matchingPrecedence: 10001 }, 'spec.matchingPrecedence: Invalid value: 10001: must not be greater than 10000'],
		[
			'an unknown method',
			{ ...level, distinguisherMethod: { type: 'X' } },
			'spec.distinguisherMethod.type: Unsupported value: "X": supported values: "ByNamespace", "ByUser"',
		],
		['everything', of({}), ''],
		['no subject', of({ subjects: [] }), `${inRule}.subjects: Required value: subjects must contain at least one value`],
		['nothing', of({ resourceRules: [] }), `${inRule}: Required value: at least one of resourceRules and nonResourceRules has to be non-empty`],
		['an unknown subject', subject({ kind: 'X' }), `${inSubject}.kind: Unsupported value: "X": supported values: "Group", "ServiceAccount", "User"`],
		['a user that is not said', subject({ kind: 'User' }), `${inSubject}.user: Required value: user is required when subject kind is 'User'`],
		['a user without a name', subject({ kind: 'User', user: {} }), `${inSubject}.user.name: Required value`],
		[
			'a group and a user',
			subject({ kind: 'Group', group: { name: 'g' }, user: { name: 'u' } }),
			`${inSubject}.user: Forbidden: user is forbidden when subject kind is not 'User'`,
		],
		['all accounts of a namespace', subject({ kind: 'ServiceAccount', serviceAccount: { namespace: 'n', name: '*' } }), ''],
		[
			'an account without a namespace',
			subject({ kind: 'ServiceAccount', serviceAccount: { name: 'a' } }),
			`${inSubject}.serviceAccount.namespace: Required value: must specify namespace for service account`,
		],
		['no verbs', resource({ verbs: [] }), `${inResource}.verbs: Required value: verbs must contain at least one value`],
		['an unknown verb', resource({ verbs: ['x'] }), `${inResource}.verbs: Unsupported value: ["x"]: supported values: "create", "delete"`],
		['a verb twice', resource({ verbs: ['get', 'get'] }), ''],
		['all verbs and one', resource({ verbs: ['*', 'get'] }), "if '*' is present, must not specify other verbs"],
		['all groups and one', resource({ apiGroups: ['*', 'a'] }), "if '*' is present, must not specify other api groups"],
		['no resources', resource({ resources: [] }), `${inResource}.resources: Required value: resource rules must supply at least one resource`],
		['no namespaces', resource({ namespaces: [] }), 'resource rules that are not cluster scoped must supply at least one namespace'],
		['no namespaces, of the cluster', resource({ namespaces: [], clusterScope: true }), ''],
		['a namespace that is none', resource({ namespaces: ['A_'] }), "each member of this list must be '*' or a DNS-1123 label; a lowercase RFC 1123 label"],
		['any URL', url('*'), ''],
		['some URLs', url('/', '/a', '/a/*'), ''],
		['any URL and one', url('*', '/a'), "if '*' is present, must not specify other non-resource URLs"],
		['no URL', url(), `${inUrl}: Required value: nonResourceURLs must contain at least one value`],
		['a URL without a slash', url('a'), `${inUrl}[0]: Invalid value: "a": must start with slash`],
		['a URL with two', url('/a//b'), 'must not contain double slash'],
		['a URL with a space', url('/a b'), 'must not contain white-space'],
		['a star within', url('/*/a'), 'wildcard can only do suffix matching'],
		['a star behind a letter', url('/a*'), 'wildcard can only do suffix matching'],
	];
	test.each(rows)('%s', (_, spec, wanted) => expectSaid(schemas, spec, wanted));

	it('has a default precedence, and shows whether its level is missing', async () => {
		const made = await server.call('POST', schemas, { body: { metadata: { name: 'shown' }, spec: of({}) } });
		expect(made.body.spec.matchingPrecedence).toBe(1000);
		const conditions = [{ type: 'Dangling', status: 'True' }];
		const { body } = await server.call('PATCH', `${schemas}/shown/status`, { type: merge, body: { metadata: { labels: { a: 'b' } }, status: { conditions } } });
		expect([body.metadata.labels, body.status.conditions[0].status]).toEqual([undefined, 'True']);
		const { body: table } = await server.call('GET', `${schemas}/shown`, asTable);
		expect(table.rows[0].cells.toSpliced(4, 1)).toEqual(['shown', 'x', 1000, '<none>', 'True']);
		const refused = await server.call('PATCH', `${schemas}/shown/status`, { type: merge, body: { status: { conditions: [{ status: 'True' }] } } });
		expect(refused.body.message).toContain('status.conditions[0].type: Required value');
	});
});

describe('PriorityLevelConfiguration', () => {
	const limited = (fields: JsonObject) => ({ type: 'Limited', limited: { limitResponse: { type: 'Reject' }, ...fields } });
	const queues = (queuing: JsonObject) => limited({ limitResponse: { type: 'Queue', queuing } });
	const inLimited = 'spec.limited';
	const inQueuing = 'spec.limited.limitResponse.queuing';
	const rows: Row[] = [
		['no type', {}, 'spec.type: Unsupported value: "": supported values: "Exempt", "Limited"'],
		['an exempt one', { type: 'Exempt' }, "spec.type: Invalid value: \"Exempt\": must be 'Exempt' if and only if `name` is 'exempt'"],
		['limits that are not said', { type: 'Limited' }, 'spec.limited: Required value: must not be empty when type is Limited'],
		['limits of an exempt one', { ...limited({}), type: 'Exempt' }, 'spec.limited: Forbidden: must be nil if the type is not Limited'],
		['what an exempt one gives', { ...limited({}), exempt: {} }, 'spec.exempt: Forbidden: must be nil if the type is Limited'],
		['no shares', limited({ nominalConcurrencyShares: 0 }), ''],
		['fewer shares', limited({ nominalConcurrencyShares: -1 }), `${inLimited}.nominalConcurrencyShares: Invalid value: -1: must be a non-negative integer`],
		['more than all', limited({ lendablePercent: 101 }), `${inLimited}.lendablePercent: Invalid value: 101: must be between 0 and 100, inclusive`],
		['less than nothing', limited({ borrowingLimitPercent: -1 }), `${inLimited}.borrowingLimitPercent: Invalid value: -1: if specified, must be`],
		['no response', limited({ limitResponse: {} }), `${inLimited}.limitResponse.type: Unsupported value: "": supported values: "Queue", "Reject"`],
		['queues that are not said', limited({ limitResponse: { type: 'Queue' } }), `${inQueuing}: Required value: must not be empty if`],
		['queues that nobody waits in', limited({ limitResponse: { type: 'Reject', queuing: {} } }), `${inQueuing}: Forbidden: must be nil if`],
		['queues', queues({}), ''],
		['fewer than no queues', queues({ queues: -1 }), `${inQueuing}.queues: Invalid value: -1: must be positive`],
		['too many queues', queues({ queues: 10000001 }), `${inQueuing}.queues: Invalid value: 10000001: must not be greater than 10000000`],
		['a hand of more than there are', queues({ queues: 4 }), `${inQueuing}.handSize: Invalid value: 8: should not be greater than queues (4)`],
		['a hand of ten', queues({ handSize: 10 }), ''],
		['a hand of eleven', queues({ handSize: 11 }), 'required entropy bits of deckSize 64 and handSize 11 should not be greater than 60'],
		['no length', queues({ queueLengthLimit: -1 }), `${inQueuing}.queueLengthLimit: Invalid value: -1: must be positive`],
	];
	test.each(rows)('%s', (_, spec, wanted) => expectSaid(levels, spec, wanted));

	it('has queues and shares by default', async () => {
		const { body } = await server.call('POST', levels, { body: { metadata: { name: 'shown' }, spec: queues({ handSize: 0 }) } });
		expect(body.spec.limited).toEqual({
			nominalConcurrencyShares: 30,
			limitResponse: { type: 'Queue', queuing: { queues: 64, handSize: 8, queueLengthLimit: 50 } },
			lendablePercent: 0,
		});
		const { body: table } = await server.call('GET', `${levels}/shown`, asTable);
		expect(table.rows[0].cells.slice(0, 6)).toEqual(['shown', 'Limited', 30, 64, 8, 50]);
	});
});
