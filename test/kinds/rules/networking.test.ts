/** Tests NetworkPolicy, IngressClass, IPAddress and ServiceCIDR: refusals, immutable fields, and checks of a later release. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { NetworkPolicy } from '../../../generated/types/networking/v1.ts';
import { networkPolicyHooks } from '../../../runtime/kinds/network-policy.ts';
import type { JsonObject } from '../../../runtime/model/catalog.ts';
import { nothingStored } from '../../verbs/kind-parts.ts';
import { admin, type TestServer, testServer } from '../../verbs/write-fixture.ts';
import { expectRefusal, merge, type Row, server, withServer } from './fixture.ts';

withServer();
let newest: TestServer;
beforeAll(async () => {
	newest = await testServer({ release: '1.36' });
});
afterAll(() => newest.close());

const noMore = /^.*? is invalid: /;
/** Returns the message of 1.36 for a new object; empty when it is accepted. */
async function refusalThen(path: string, name: string, fields: JsonObject): Promise<string> {
	const { status, body } = await newest.call('POST', `${path}?dryRun=All`, { body: { metadata: { name }, ...fields } });
	return status === 201 ? '' : body.message.replace(noMore, '');
}

describe('NetworkPolicy', () => {
	const policies = '/apis/networking.orch.io/v1/namespaces/default/networkpolicies';
	const spec = (fields: JsonObject) => ({ spec: { podSelector: {}, ...fields } });
	const port = (fields: JsonObject) => spec({ ingress: [{ ports: [fields] }] });
	const peer = (fields: JsonObject) => spec({ ingress: [{ from: [fields] }] });
	const block = (cidr: string, ...except: string[]) => peer({ ipBlock: { cidr, except } });
	const atPort = 'spec.ingress[0].ports[0]';
	const atPeer = 'spec.ingress[0].from[0]';
	const rows: Row[] = [
		['all pods', spec({}), ''],
		['nothing said', {}, ''],
		['a selector that is none', { spec: { podSelector: { matchLabels: { 'a b': '' } } } }, 'name part must consist of'],
		['an unknown type', spec({ policyTypes: ['x'] }), 'spec.policyTypes[0]: Unsupported value: "x": supported values: "Ingress", "Egress"'],
		['three types', spec({ policyTypes: ['Egress', 'Ingress', 'Egress'] }), 'may not specify more than two policyTypes'],
		['all ports of a protocol', port({ protocol: 'UDP' }), ''],
		['an unknown protocol', port({ protocol: 'x' }), `${atPort}.protocol: Unsupported value: "x": supported values: "TCP", "UDP", "SCTP"`],
		['a port', port({ port: 80 }), ''],
		['no number of a port', port({ port: 0 }), `${atPort}.port: Invalid value: 0: must be between 1 and 65535, inclusive`],
		['a port by its name', port({ port: 'http' }), ''],
		['no name of a port', port({ port: 'HTTP_' }), `${atPort}.port: Invalid value: "HTTP_": `],
		['a range', port({ port: 1, endPort: 5 }), ''],
		['a range that goes back', port({ port: 5, endPort: 1 }), `${atPort}.endPort: Invalid value: 5: must be greater than or equal to \`port\``],
		['a range from a name', port({ port: 'a', endPort: 1 }), `${atPort}.endPort: Invalid value: 1: may not be specified when \`port\` is non-numeric`],
		['a range from nothing', port({ endPort: 1 }), `${atPort}.endPort: Invalid value: 1: may not be specified when \`port\` is not specified`],
		['a range that is too long', port({ port: 1, endPort: 70000 }), `${atPort}.endPort: Invalid value: 70000: must be between 1 and 65535, inclusive`],
		['pods of namespaces', peer({ podSelector: {}, namespaceSelector: {} }), ''],
		['nobody', peer({}), `${atPeer}: Required value: must specify a peer`],
		['pods and a network', peer({ podSelector: {}, ipBlock: { cidr: '10.0.0.0/8' } }), `${atPeer}: Forbidden: may not specify both ipBlock and another peer`],
		['no network', peer({ ipBlock: {} }), `${atPeer}.ipBlock.cidr: Required value`],
		['what is no network', block('x'), `${atPeer}.ipBlock.cidr: Invalid value: "x": not a valid CIDR`],
		['a part left out', block('10.0.0.0/8', '10.1.0.0/16'), ''],
		['all of it left out', block('10.0.0.0/8', '10.0.0.0/8'), `${atPeer}.ipBlock.except[0]: Invalid value: "10.0.0.0/8": must be a strict subset of \`cidr\``],
		['another network left out', block('10.0.0.0/8', '2001:db8::/64'), 'must be a strict subset of `cidr`'],
		['a network with bits of a host', block('10.0.0.1/8'), ''],
		['what goes out', spec({ egress: [{ to: [{}] }] }), 'spec.egress[0].to[0]: Required value: must specify a peer'],
	];
	test.each(rows)('%s', (_, fields, wanted) => expectRefusal(policies, fields, wanted));

	test.each([
		[{}, ['Ingress']],
		[{ egress: [{}] }, ['Ingress', 'Egress']],
		[{ egress: [{}], policyTypes: ['Egress'] }, ['Egress']],
	])('%j is about %j', async (fields, types) => {
		const { body } = await server.call('POST', `${policies}?dryRun=All`, { body: { metadata: { name: 'x' }, ...spec(fields) } });
		expect(body.spec.policyTypes).toEqual(types);
	});

	test('1.36 refuses bits of a host, and bears them where they are', async () => {
		const why = 'Invalid value: "10.0.0.1/8": must not have bits set beyond the prefix length';
		expect(await refusalThen(policies, 'strict', block('10.0.0.1/8'))).toContain(why);
		const policy = { metadata: { name: 'a' }, ...block('10.0.0.1/8') };
		const context = { user: admin, group: '', version: 'v1', dryRun: false, subresource: '', warnings: [], stored: nothingStored, served: () => undefined };
		const { validateUpdate } = networkPolicyHooks(true);
		expect(validateUpdate?.(policy as NetworkPolicy, policy as NetworkPolicy, context)).toEqual([]);
		expect(validateUpdate?.(policy as NetworkPolicy, spec({}) as NetworkPolicy, context)).toHaveLength(1);
		const lenient = await testServer({ release: '1.36', gates: { StrictIPCIDRValidation: false } });
		expect((await lenient.call('POST', policies, { body: { metadata: { name: 'a' }, ...block('10.0.0.1/8') } })).status).toBe(201);
		await lenient.close();
	});

	test('has columns for the selected pods', async () => {
		const podSelector = {
			matchLabels: { b: 'c' },
			matchExpressions: [
				{ key: 'a', operator: 'NotIn', values: ['z', 'y'] },
				{ key: 'd', operator: 'DoesNotExist' },
			],
		};
		await server.call('POST', policies, { body: { metadata: { name: 'shown' }, spec: { podSelector } } });
		const { body } = await server.call('GET', `${policies}/shown`, { accept: 'application/json;as=Table;g=meta.orch.io;v=v1' });
		expect(body.rows[0].cells.slice(0, 2)).toEqual(['shown', 'a notin (y,z),b=c,!d']);
	});
});

describe('IngressClass', () => {
	const classes = '/apis/networking.orch.io/v1/ingressclasses';
	const of = (controller: string, parameters?: JsonObject) => ({
		spec: { controller, ...(parameters && { parameters: { kind: 'K', name: 'n', ...parameters } }) },
	});
	const at = 'spec.parameters';
	const rows: Row[] = [
		['a controller', of('a.io/b'), ''],
		['none', {}, 'spec.controller: Required value'],
		['no domain', of('a'), 'must be a domain-prefixed path (such as "acme.io/foo")'],
		['nothing behind the domain', of('a.io/'), 'must be a domain-prefixed path'],
		['a domain that is none', of('A/b'), 'a lowercase RFC 1123 subdomain must consist of'],
		['a path that is none', of('a.io/b c'), "Invalid path (regex used for validation is '[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+')"],
		['too long a path', of(`a.io/${'x'.repeat(250)}`), 'spec.controller: Too long: must have at most 250 bytes'],
		['parameters', of('a.io/b', { apiGroup: 'a.io' }), ''],
		['parameters without a name', of('a.io/b', { name: '' }), `${at}.name: Required value`],
		['parameters of a group that is none', of('a.io/b', { apiGroup: 'A' }), `${at}.apiGroup: Invalid value: "A"`],
		['parameters in a namespace', of('a.io/b', { scope: 'Namespace', namespace: 'd' }), ''],
		['... that is not said', of('a.io/b', { scope: 'Namespace' }), `${at}.namespace: Required value: \`parameters.scope\` is set to 'Namespace'`],
		['... that is none', of('a.io/b', { scope: 'Namespace', namespace: 'A' }), `${at}.namespace: Invalid value: "A"`],
		['parameters of the cluster in a namespace', of('a.io/b', { namespace: 'd' }), `${at}.namespace: Forbidden: \`parameters.scope\` is set to 'Cluster'`],
		['parameters of an unknown scope', of('a.io/b', { scope: 'x' }), `${at}.scope: Unsupported value: "x": supported values: "Cluster", "Namespace"`],
	];
	test.each(rows)('%s', (_, fields, wanted) => expectRefusal(classes, fields, wanted));

	test('parameters are of the cluster by default; the controller stays', async () => {
		const { body } = await server.call('POST', classes, { body: { metadata: { name: 'a' }, ...of('a.io/b', {}) } });
		expect(body.spec.parameters.scope).toBe('Cluster');
		const changed = await server.call('PATCH', `${classes}/a`, { type: merge, body: of('a.io/c') });
		expect(changed.body.message).toContain('spec.controller: Invalid value: "a.io/c": field is immutable');
	});
});

describe('IPAddress, at 1.36', () => {
	const addresses = '/apis/networking.orch.io/v1/ipaddresses';
	const of = (fields: JsonObject) => ({ spec: { parentRef: { resource: 'services', name: 'n', ...fields } } });
	test.each([
		['192.168.1.1', {}, ''],
		['2001:db8::1', {}, ''],
		['2001:DB8::1', {}, 'must be in canonical form ("2001:db8::1")'],
		['192.168.1.256', {}, 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'],
		['010.0.0.1', {}, 'must not have leading 0s'],
		['::ffff:1.2.3.4', {}, 'must not be an IPv4-mapped IPv6 address'],
		['10.0.0.1', { resource: '' }, 'spec.parentRef.resource: Required value'],
		['10.0.0.1', { name: 'a/b' }, 'spec.parentRef.name: Invalid value: "a/b"'],
		['10.0.0.1', { group: 'A' }, 'spec.parentRef.group: Invalid value: "A"'],
	])('%s of %j', async (name, fields, wanted) => {
		const said = await refusalThen(addresses, name, of(fields));
		expect(said === '' ? '' : said).toEqual(wanted === '' ? '' : expect.stringContaining(wanted));
	});
	test('has an immutable owner', async () => {
		expect(await refusalThen(addresses, '10.0.0.1', { spec: {} })).toContain('spec.parentRef: Required value');
		await newest.call('POST', addresses, { body: { metadata: { name: '10.0.0.9' }, ...of({}) } });
		const { body } = await newest.call('PATCH', `${addresses}/10.0.0.9`, { type: merge, body: of({ name: 'm' }) });
		expect(body.message).toContain('spec.parentRef: Invalid value');
	});
});

describe('ServiceCIDR, at 1.36', () => {
	const ranges = '/apis/networking.orch.io/v1/servicecidrs';
	const of = (...cidrs: string[]) => ({ spec: { cidrs } });
	test.each([
		[['10.5.0.0/24'], ''],
		[['10.5.0.0/24', '2001:db8::/64'], ''],
		[[], 'spec.cidrs: Required value: at least one CIDR required'],
		[['10.5.0.0/24', '10.6.0.0/24'], 'may specify no more than one IP for each IP family'],
		[['10.5.0.0/24', '2001:db8::/64', '10.6.0.0/24'], 'may only hold up to 2 values'],
		[['10.5.0.0'], 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)'],
		[['10.5.0.1/24'], 'must not have bits set beyond the prefix length'],
		[['010.5.0.0/24'], 'must not have leading 0s in IP or prefix length'],
		[['2001:DB8::/64'], 'must be in canonical form ("2001:db8::/64")'],
		[['::ffff:10.5.0.0/120'], 'must not have an IPv4-mapped IPv6 address'],
	])('%j', async (cidrs, wanted) => {
		const said = await refusalThen(ranges, 'x', of(...cidrs));
		expect(said).toEqual(wanted === '' ? '' : expect.stringContaining(wanted));
	});
	test('may get the other kind of addresses, and nothing else', async () => {
		await newest.call('POST', ranges, { body: { metadata: { name: 'grows' }, ...of('10.5.0.0/24') } });
		const change = async (...cidrs: string[]) => (await newest.call('PATCH', `${ranges}/grows`, { type: merge, body: of(...cidrs) })).body.message ?? 'changed';
		expect(await change('10.5.0.0/25')).toContain('spec.cidrs[0]: Invalid value: "10.5.0.0/25": field is immutable');
		expect(await change('10.5.0.0/24', '10.6.0.0/24')).toContain('may specify no more than one IP for each IP family');
		expect(await change('10.5.0.0/24', '2001:db8::/64')).toBe('changed');
		expect(await change('10.5.0.0/24')).toContain('spec.cidrs: Invalid value: ["10.5.0.0/24"]: field is immutable');
	});
	test('is unchanged in its metadata by a status write', async () => {
		await newest.call('POST', ranges, { body: { metadata: { name: 'status' }, ...of('10.7.0.0/24') } });
		const conditions = [{ type: 'Ready', status: 'True', reason: 'r', message: '', lastTransitionTime: '2024-01-01T00:00:00Z' }];
		const { body } = await newest.call('PATCH', `${ranges}/status/status`, { type: merge, body: { metadata: { labels: { a: 'b' } }, status: { conditions } } });
		expect([body.metadata.labels, body.status.conditions]).toEqual([undefined, conditions]);
	});
});
