/** Tests networking rules of later releases against the answers of kube-apiserver 1.36 and 1.25. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../verbs/write-fixture.ts';

let server: TestServer;
let early: TestServer;
beforeAll(async () => {
	server = await testServer({ release: '1.36' });
	early = await testServer({ release: '1.25' });
});
afterAll(() => Promise.all([server.close(), early.close()]));

const ingresses = '/apis/networking.orch.io/v1/namespaces/default/ingresses?dryRun=All';
const backend = (name: string) => ({ service: { name, port: { number: 80 } } });

async function said(of: TestServer, annotation: string, name = 's'): Promise<unknown> {
	const metadata = { name: 'a', annotations: { 'orch.io/ingress.class': annotation } };
	const spec = { ingressClassName: 'a', defaultBackend: backend(name) };
	return (await of.call('POST', ingresses, { body: { metadata, spec } })).body.message;
}

it('an Ingress names its class twice from 1.27 on, if it is the same', async () => {
	const twice = 'annotations.orch.io/ingress.class: Invalid value:';
	expect(await said(server, 'a')).toBeUndefined();
	expect(await said(server, 'b')).toContain(`${twice} "b": must match \`ingressClassName\` when both are specified`);
	expect(await said(early, 'a')).toContain(`${twice} "a": can not be set when the class field is also set`);
});

it('an Ingress sends to services whose names begin with a digit, from 1.36 on', async () => {
	const named = async (of: TestServer, name: string) =>
		(await of.call('POST', ingresses, { body: { metadata: { name: 'a' }, spec: { defaultBackend: backend(name) } } })).body.message;
	expect(await named(server, '1s')).toBeUndefined();
	expect(await named(server, 'S')).toContain('spec.defaultBackend.service.name: Invalid value: "S": a lowercase RFC 1123 label');
	expect(await named(early, '1s')).toContain('spec.defaultBackend.service.name: Invalid value: "1s": a DNS-1035 label');
});

it('non-canonical networks of a NetworkPolicy get a warning from 1.36 on', async () => {
	const spec = { podSelector: {}, ingress: [{ from: [{ ipBlock: { cidr: '2001:DB8::/32', except: ['2001:DB8:1::/48'] } }] }] };
	const path = '/apis/networking.orch.io/v1/namespaces/default/networkpolicies?dryRun=All';
	const warned = async (of: TestServer) => (await of.call('POST', path, { body: { metadata: { name: 'a' }, spec } })).warnings;
	expect(await warned(server)).toEqual([
		'spec.ingress[0].from[0].ipBlock.cidr: IPv6 CIDR value "2001:DB8::/32" should be in RFC 5952 canonical format ("2001:db8::/32")',
		'spec.ingress[0].from[0].ipBlock.except[0]: IPv6 CIDR value "2001:DB8:1::/48" should be in RFC 5952 canonical format ("2001:db8:1::/48")',
	]);
	expect(await warned(early)).toEqual([]);
});
