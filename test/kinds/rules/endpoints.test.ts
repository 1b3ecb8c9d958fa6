/** Tests Endpoints and EndpointSlice: valid addresses and ports by release, and Tables. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../runtime/model/catalog.ts';
import { type TestServer, testServer } from '../../verbs/write-fixture.ts';
import { expectRefusal, merge, type Row, server, withServer } from './fixture.ts';

withServer();
let newest: TestServer;
beforeAll(async () => {
	newest = await testServer({ release: '1.36' });
});
afterAll(() => newest.close());

const table = 'application/json;as=Table;v=v1;g=meta.k8s.io';
const cells = async (path: string) => (await server.call('GET', path, { accept: table })).body.rows[0].cells;

/** Returns the message and warnings of 1.36 for a new object; the message is empty when it is accepted. */
async function then(path: string, fields: JsonObject): Promise<{ message: string; warnings: readonly string[] }> {
	const { status, body, warnings } = await newest.call('POST', `${path}?dryRun=All`, { body: { metadata: { name: 'x' }, ...fields } });
	return { message: status === 201 ? '' : body.message, warnings };
}

/** Addresses that are unreachable from other hosts, with the cause. */
const unreachable: readonly (readonly [address: string, why: string])[] = [
	['0.0.0.0', 'may not be unspecified (0.0.0.0)'],
	['127.0.0.1', 'may not be in the loopback range (127.0.0.0/8, ::1/128)'],
	['169.254.0.1', 'may not be in the link-local range (169.254.0.0/16, fe80::/10)'],
	['224.0.0.1', 'may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)'],
];
const unreachableToo: typeof unreachable = [
	['::', 'may not be unspecified (::)'],
	['::1', 'may not be in the loopback range'],
	['fe80::1', 'may not be in the link-local range'],
	['ff02::1', 'may not be in the link-local multicast range'],
	['ff12::1', 'may not be in the link-local multicast range'],
];

describe('Endpoints', () => {
	const path = '/api/v1/namespaces/default/endpoints';
	const address = (ip: string, fields: JsonObject = {}) => ({ subsets: [{ addresses: [{ ip, ...fields }] }] });
	const ports = (...all: JsonObject[]) => ({ subsets: [{ addresses: [{ ip: '1.2.3.4' }], ports: all }] });
	const at = 'subsets[0].addresses[0]';
	const atPort = 'subsets[0].ports[0]';
	const rows: Row[] = [
		['nothing', {}, ''],
		['a set of nothing', { subsets: [{}] }, 'subsets[0]: Required value: must specify `addresses` or `notReadyAddresses`'],
		['what is not ready', { subsets: [{ notReadyAddresses: [{ ip: '127.0.0.1' }] }] }, 'subsets[0].notReadyAddresses[0].ip: Invalid value'],
		['an address', address('1.2.3.4', { hostname: 'a', nodeName: 'n.b' }), ''],
		['no address', address('x'), `${at}.ip: Invalid value: "x": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)`],
		['an address with zeros in front', address('010.0.0.1'), ''],
		['an address within an address', address('::ffff:1.2.3.4'), ''],
		...[...unreachable, ...unreachableToo].map(([ip, why]): Row => [ip, address(ip), `${at}.ip: Invalid value: "${ip}": ${why}`]),
		['a host that is none', address('1.2.3.4', { hostname: 'A.b' }), `${at}.hostname: Invalid value: "A.b": a lowercase RFC 1123 label`],
		['a node that is none', address('1.2.3.4', { nodeName: '' }), `${at}.nodeName: Invalid value: "": a lowercase RFC 1123 subdomain`],
		['a port', ports({ port: 80 }), ''],
		['no port', ports({}), `${atPort}.port: Invalid value: 0: must be between 1 and 65535, inclusive`],
		['ports without names', ports({ port: 80 }, { port: 81 }), `${atPort}.name: Required value`],
		['ports of one name', ports({ port: 80, name: 'a' }, { port: 81, name: 'a' }), ''],
		['no name of a port', ports({ port: 80, name: 'A' }), `${atPort}.name: Invalid value: "A": a lowercase RFC 1123 label`],
		['an unknown protocol', ports({ port: 80, protocol: 'x' }), `${atPort}.protocol: Unsupported value: "x": supported values: "SCTP", "TCP", "UDP"`],
		['no application protocol', ports({ port: 80, appProtocol: 'a b' }), `${atPort}.appProtocol: Invalid value: "a b": name part must consist of`],
	];
	test.each(rows)('%s', (_, fields, wanted) => expectRefusal(path, fields, wanted));

	test('refuses unusual addresses and warns of long ones in 1.36', async () => {
		expect((await then(path, address('010.0.0.1'))).message).toContain(`${at}.ip: Invalid value: "010.0.0.1": must not have leading 0s`);
		expect((await then(path, address('::ffff:1.2.3.4'))).message).toContain('must not be an IPv4-mapped IPv6 address');
		expect((await then(path, address('2001:DB8::1'))).warnings).toEqual([
			'v1 Endpoints is deprecated in v1.33+; use discovery.orch.io/v1 EndpointSlice',
			`${at}.ip: IPv6 address "2001:DB8::1" should be in RFC 5952 canonical format ("2001:db8::1")`,
		]);
	});

	test('a Table shows the first three', async () => {
		const all = {
			addresses: [{ ip: '1.1.1.1' }, { ip: '2001:db8::1' }],
			ports: [
				{ name: 'a', port: 1 },
				{ name: 'b', port: 2 },
			],
		};
		await server.call('PUT', `${path}/shown`, { body: { metadata: { name: 'shown' }, subsets: [all] } });
		expect(await cells(`${path}/shown`)).toEqual(['shown', '1.1.1.1:1,[2001:db8::1]:1,1.1.1.1:2 + 1 more...', expect.any(String)]);
	});
});

describe('EndpointSlice', () => {
	const path = '/apis/discovery.orch.io/v1/namespaces/default/endpointslices';
	const slice = (fields: JsonObject) => ({ addressType: 'IPv4', endpoints: [{ addresses: ['1.2.3.4'], ...fields }] });
	const addresses = (addressType: string, ...all: string[]) => ({ addressType, endpoints: [{ addresses: all }] });
	const ports = (...all: JsonObject[]) => ({ addressType: 'IPv4', endpoints: [], ports: all });
	const names = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `n${index}` }));
	const at = 'endpoints[0].addresses[0]';
	const rows: Row[] = [
		['no type', { endpoints: [] }, 'addressType: Required value'],
		['an unknown type', { addressType: 'x', endpoints: [] }, 'addressType: Unsupported value: "x": supported values: "FQDN", "IPv4", "IPv6"'],
		['no endpoints', { addressType: 'IPv4' }, ''],
		['too many', { addressType: 'IPv4', endpoints: Array(1001).fill({ addresses: ['1.2.3.4'] }) }, 'endpoints: Too many: 1001: must have at most 1000 items'],
		['no addresses', slice({ addresses: [] }), 'endpoints[0].addresses: Required value: must contain at least 1 address'],
		['too many addresses', addresses('IPv4', ...Array(101).fill('1.2.3.4')), 'endpoints[0].addresses: Too many: 101: must have at most 100 items'],
		['an address twice', addresses('IPv4', '1.2.3.4', '1.2.3.4'), ''],
		['no address', addresses('IPv4', 'x'), `${at}: Invalid value: "x": must be a valid IPv4 address`],
		['an address of the other kind', addresses('IPv6', '1.2.3.4'), `${at}: Invalid value: "1.2.3.4": must be a valid IPv6 address`],
		['an address within an address', addresses('IPv4', '::ffff:1.2.3.4'), ''],
		...unreachable.map(([ip, why]): Row => [ip, addresses('IPv4', ip), `${at}: Invalid value: "${ip}": ${why}`]),
		...unreachableToo.map(([ip, why]): Row => [ip, addresses('IPv6', ip), `${at}: Invalid value: "${ip}": ${why}`]),
		['a name', addresses('FQDN', 'a.b.'), ''],
		['half a name', addresses('FQDN', 'a'), `${at}: Invalid value: "a": should be a domain with at least two segments separated by dots`],
		['no name', addresses('FQDN', ''), `${at}: Required value`],
		['a long part of a name', addresses('FQDN', `${'x'.repeat(64)}.b`), `${at}: Invalid value: "${'x'.repeat(64)}": must be no more than 63 characters`],
		['a node', slice({ nodeName: 'n', zone: 'z', hostname: 'h' }), ''],
		['no node', slice({ nodeName: 'N' }), 'endpoints[0].nodeName: Invalid value: "N": a lowercase RFC 1123 subdomain'],
		['no host', slice({ hostname: '' }), 'endpoints[0].hostname: Invalid value: "": a lowercase RFC 1123 label'],
		['zones', slice({ hints: { forZones: names(8) } }), ''],
		['too many zones', slice({ hints: { forZones: names(9) } }), 'endpoints[0].hints.forZones: Too many: 9: must have at most 8 items'],
		['a zone twice', slice({ hints: { forZones: [{ name: 'a' }, { name: 'a' }] } }), 'endpoints[0].hints.forZones[1].name: Duplicate value: "a"'],
		['ports', ports({ name: 'a', port: 1 }, { name: 'b' }), ''],
		['two ports without names', ports({ port: 1 }, { port: 2 }), 'ports[1].name: Duplicate value: ""'],
		['no name of a port', ports({ name: 'A' }), 'ports[0].name: Invalid value: "A": a lowercase RFC 1123 label'],
		['an unknown protocol', ports({ protocol: 'x' }), 'ports[0].protocol: Unsupported value: "x": supported values: "SCTP", "TCP", "UDP"'],
		['any number', ports({ port: 70000 }), ''],
	];
	test.each(rows)('%s', (_, fields, wanted) => expectRefusal(path, fields, wanted));

	test('validates addresses, has hints for nodes, and warns of names in 1.36', async () => {
		expect((await then(path, addresses('IPv6', '2001:DB8::1'))).message).toContain('must be in canonical form ("2001:db8::1")');
		expect((await then(path, addresses('IPv4', '2001:db8::1'))).message).toContain(
			'endpoints[0].addresses: Invalid value: "2001:db8::1": must be an IPv4 address',
		);
		expect((await then(path, slice({ hints: { forNodes: names(9) } }))).message).toContain('endpoints[0].hints.forNodes: Too many: 9');
		expect((await then(path, addresses('FQDN', 'a.b'))).warnings).toEqual(['spec.addressType: FQDN endpoints are deprecated']);
	});

	test('has an immutable address type, counts label changes, and shows its first addresses in a Table', async () => {
		const made = { ...addresses('IPv4', '1.1.1.1', '1.1.1.2', '1.1.1.3', '1.1.1.4'), ports: [{ name: 'all' }] };
		await server.call('POST', path, { body: { metadata: { name: 'shown' }, ...made } });
		const patch = async (body: JsonObject) => (await server.call('PATCH', `${path}/shown`, { type: merge, body })).body;
		expect((await patch({ addressType: 'IPv6' })).message).toContain('addressType: Invalid value: "IPv6": field is immutable');
		expect((await patch({ metadata: { annotations: { a: 'b' } } })).metadata.generation).toBe(1);
		expect((await patch({ metadata: { labels: { a: 'b' } } })).metadata.generation).toBe(2);
		expect(await cells(`${path}/shown`)).toEqual(['shown', 'IPv4', 'all', '1.1.1.1,1.1.1.2,1.1.1.3 + 1 more...', expect.any(String)]);
	});
});
