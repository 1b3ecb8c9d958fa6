/** Tests connections to pods whose nodes do not exist or cannot be reached: the built server answers as kube-apiserver does. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { bindProgram, findKubectls } from '../clients/kubectl.ts';
import { expecting, type Loose, patchTypes } from '../setup/loose.ts';
import { type ServerProcess, startServer } from '../setup/server.ts';
import { podsIn } from './pods.ts';

const { pods } = podsIn('default');
let server: ServerProcess;
const expectStatus = expecting(() => server);
const makePod = async (name: string, { names = ['c'], nodeName, ip }: { names?: string[]; nodeName?: string; ip?: string } = {}): Promise<void> => {
	const containers = names.map((each) => ({ name: each, image: 'i', ports: [{ containerPort: 8080 }] }));
	const initContainers = names.length > 1 ? [{ name: 'first', image: 'i' }] : undefined;
	await expectStatus(201, 'POST', pods, { metadata: { name }, spec: { containers, initContainers, nodeName } });
	if (ip !== undefined) await expectStatus(200, 'PATCH', `${pods}/${name}/status`, { status: { podIP: ip, podIPs: [{ ip }] } }, patchTypes.merge);
};
const refusal = async (status: number, method: string, path: string): Promise<string> => (await expectStatus(status, method, `${pods}/${path}`)).message;

/** Makes a POST on a new connection, as clients do that upgrade it. */
async function onItsOwn(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Loose> {
	const outgoing = request({ host: '127.0.0.1', port: server.port, ...server.credentials, agent: false, method: 'POST', path, headers }).end();
	const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
	return { ...(JSON.parse(await text(answer)) as object), status: answer.statusCode };
}

const nodes = {
	unknown: [],
	odd: [{ type: 'Odd', address: 'x' }],
	known: [{ type: 'InternalIP', address: '192.0.2.7' }],
	six: [{ type: 'InternalIP', address: '2001:db8::7' }],
};

beforeAll(async () => {
	server = await startServer(inject('built').kubernetes, { flags: ['--kubelet-timeout', '200ms'] });
	await makePod('idle');
	await makePod('placed', { nodeName: 'n1' });
	await makePod('two', { names: ['a', 'b'] });
	for (const [name, addresses] of Object.entries(nodes)) {
		await expectStatus(201, 'POST', '/api/v1/nodes', { metadata: { name } });
		await expectStatus(200, 'PATCH', `/api/v1/nodes/${name}/status`, { status: { addresses } }, patchTypes.merge);
		await makePod(`on-${name}`, { nodeName: name });
	}
});
afterAll(() => server.remove());

describe('the log of a pod', () => {
	it('is empty for an unscheduled pod', async () => {
		const answer = await server.call('GET', `${pods}/idle/log?tailLines=5&follow=true&sinceTime=2020-01-01T00:00:00Z`);
		expect([answer.status, answer.text, answer.headers['content-type']]).toEqual([204, '', undefined]);
		expect((await server.call('GET', `${pods}/two/log?container=b`)).status).toBe(204);
	});

	it('is refused for invalid options', async () => {
		expect(await refusal(400, 'GET', 'two/log')).toBe('a container name must be specified for pod two, choose one of: [first a b]');
		expect(await refusal(400, 'GET', 'idle/log?container=x')).toBe('container x is not valid for pod idle');
		expect(await refusal(404, 'GET', 'nope/log')).toBe('pods "nope" not found');
		expect(await refusal(404, 'GET', 'placed/log')).toBe('pods "n1" not found');
		expect(await refusal(400, 'GET', 'idle/log?sinceTime=abc')).toBe('parsing time "abc" as "2006-01-02T15:04:05Z07:00": cannot parse "abc" as "2006"');
		await expectStatus(405, 'POST', `${pods}/idle/log`);
		await expectStatus(404, 'GET', `${pods}/idle/log/more`);
	});

	it('is with the agent of the node', async () => {
		const noAddress = 'no preferred addresses found; known addresses: ';
		for (const [name, message] of [
			['on-unknown', `${noAddress}[]`],
			['on-odd', `${noAddress}[{Odd x}]`],
			['on-known', expect.stringMatching(/^Get "https:\/\/192\.0\.2\.7:10250\/containerLogs\/default\/on-known\/c": dial tcp 192\.0\.2\.7:10250: ./)],
			['on-six', expect.stringMatching(/^Get "https:\/\/\[2001:db8::7\]:10250\/containerLogs\/default\/on-six\/c": dial tcp \[2001:db8::7\]:10250: ./)],
		] as const) {
			const status = await expectStatus(500, 'GET', `${pods}/${name}/log`);
			expect([status.message, status.reason]).toEqual([message, undefined]);
		}
	});

	it.each([
		['tailLines=-1', 'tailLines', 'Invalid value: -1: must be greater than or equal to 0'],
		['limitBytes=0', 'limitBytes', 'Invalid value: 0: must be greater than 0'],
		['sinceSeconds=0', 'sinceSeconds', 'Invalid value: 0: must be greater than 0'],
		['sinceSeconds=1&sinceTime=2020-01-01T00:00:00Z', undefined, 'Forbidden: at most one of `sinceTime` or `sinceSeconds` may be specified'],
	])('does not support %s', async (query, field, message) => {
		const { details } = await expectStatus(422, 'GET', `${pods}/idle/log?${query}`);
		expect(details).toMatchObject({ name: 'idle', kind: 'PodLogOptions', causes: [{ ...(field && { field }), message }] });
	});
});

describe.each(['exec', 'attach', 'portforward'])('%s', (what) => {
	it.each(['GET', 'POST'])('by %s needs a node', async (method) => {
		expect(await refusal(400, method, `idle/${what}`)).toBe('pod idle does not have a host assigned');
		expect(await refusal(404, method, `placed/${what}`)).toBe('pods "n1" not found');
		expect(await refusal(404, method, `nope/${what}`)).toBe('pods "nope" not found');
		expect(await refusal(400, method, `idle/${what}?dryRun=All`)).toBe('dryRun is not supported');
	});

	it('is with the agent of the node, over an upgraded connection', async () => {
		const asked = async (name: string, headers?: Readonly<Record<string, string>>) => {
			const { status, message, reason } = await onItsOwn(`${pods}/${name}/${what}`, headers);
			return [status, message, reason];
		};
		const upgrade = { connection: 'Upgrade', upgrade: 'SPDY/3.1' };
		expect(await asked('on-odd', upgrade)).toEqual([500, 'no preferred addresses found; known addresses: [{Odd x}]', undefined]);
		expect(await asked('on-known')).toEqual([400, 'Upgrade request required', 'BadRequest']);
		expect(await asked('on-known', upgrade)).toEqual([500, expect.stringMatching(/^error dialing backend: dial tcp 192\.0\.2\.7:10250: ./), undefined]);
	});

	it('is done by no other method', async () => {
		for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS']) await expectStatus(405, method, `${pods}/idle/${what}`);
		await expectStatus(404, 'GET', `${pods}/idle/${what}/more`);
	});

	it('is refused where its protocol is asked for, too', async () => {
		const answer = await server.call('POST', `${pods}/idle/${what}`, undefined, { connection: 'Upgrade', upgrade: 'SPDY/3.1' });
		expect([answer.status, (answer.json() as Loose).message]).toEqual([400, 'pod idle does not have a host assigned']);
	});
});

describe('exec and attach', () => {
	it.each(['exec', 'attach'])('%s names a container that is there', async (what) => {
		expect(await refusal(400, 'GET', `two/${what}`)).toBe('a container name must be specified for pod two, choose one of: [first a b]');
		expect(await refusal(400, 'GET', `two/${what}?container=x`)).toBe('container x is not valid for pod two');
		expect(await refusal(400, 'GET', `two/${what}?container=first&command=ls&command=-l`)).toBe('pod two does not have a host assigned');
	});
});

describe('a connection that begins with a GET', () => {
	const rules = [{ apiGroups: [''], resources: ['pods/exec', 'pods/attach', 'pods/portforward', 'pods/log'], verbs: ['get'] }];
	const who = { 'impersonate-user': 'jane' };

	it.each([
		['1.34', [], 400],
		['1.35', [], 403],
		['1.36', [], 403],
		['1.36', ['--feature-gates', 'AuthorizePodWebsocketUpgradeCreatePermission=false'], 400],
	] as const)('is a create as well, from 1.35 on: in %s with %j it is answered with %i', async (release, flags, code) => {
		const [one, rbac, group] = [
			await startServer(inject('built').kubernetes, { flags: ['--emulated-version', release, ...flags] }),
			'/apis/rbac.authorization.k8s.io/v1',
			'rbac.authorization.k8s.io',
		];
		const roleRef = { apiGroup: group, kind: 'ClusterRole', name: 'looking' };
		for (const [path, object] of [
			[pods, { metadata: { name: 'idle' }, spec: { containers: [{ name: 'c', image: 'i' }] } }],
			[`${rbac}/clusterroles`, { metadata: { name: 'looking' }, rules }],
			[`${rbac}/clusterrolebindings`, { metadata: { name: 'looking' }, roleRef, subjects: [{ kind: 'User', apiGroup: group, name: 'jane' }] }],
		] as const)
			expect((await one.call('POST', path, object)).status).toBe(201);
		for (const what of ['exec', 'attach', 'portforward']) {
			expect((await one.call('GET', `${pods}/idle/${what}`, undefined, who)).status, what).toBe(code);
			expect((await one.call('POST', `${pods}/idle/${what}`, undefined, who)).status, what).toBe(403);
			// A denial does not reveal whether the pod exists.
			expect((await one.call('GET', `${pods}/none/${what}`, undefined, who)).status, what).toBe(code === 403 ? 403 : 404);
		}
		expect((await one.call('GET', `${pods}/idle/log`, undefined, who)).status).toBe(204);
		await one.remove();
	});
});

describe('the proxy of a pod', () => {
	const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

	it.each(methods)('accepts %s, with a path after it', async (method) => {
		for (const rest of ['', '/', '/a/b?c=d']) expect(await refusal(400, method, `idle/proxy${rest}`)).toBe('address not allowed');
	});

	it.each(['127.0.0.1', '::1', '169.254.169.254', 'fe80::1', '224.0.0.1', 'ff02::1', '255.255.255.255', '0.0.0.0', '::ffff:127.0.0.1'])(
		'never connects to %s',
		async (ip) => {
			const name = `at-${ip.replaceAll(/[.:]/g, '-')}x`;
			await makePod(name, { ip });
			expect(await refusal(400, 'GET', `${name}/proxy/`)).toBe('address not allowed');
		},
	);

	it('dials no address of this machine or its link', async () => {
		let dialled = 0;
		const listener = createServer((socket) => {
			dialled++;
			socket.destroy();
		}).listen(0, '127.0.0.1');
		await new Promise((listening) => listener.once('listening', listening));
		const { port } = listener.address() as { port: number };
		await makePod('here', { ip: '127.0.0.1' });
		await makePod('elsewhere', { ip: '192.0.2.1' });
		await makePod('six', { ip: '2001:db8::1' });
		for (const name of ['here', `here:${port}`, `http:here:${port}`]) await expectStatus(400, 'GET', `${pods}/${name}/proxy/`);
		for (const [name, at] of [
			['elsewhere', '192.0.2.1:8080'],
			[`https:elsewhere:${port}`, `192.0.2.1:${port}`],
			['six:80', '[2001:db8::1]:80'],
		])
			expect(await refusal(503, 'GET', `${name}/proxy/`)).toContain(`error trying to reach service: dial tcp ${at}: `);
		expect(dialled).toBe(0);
		listener.close();
	});

	it('accepts only a scheme and a port with the name', async () => {
		expect(await refusal(404, 'GET', 'https:nope:443/proxy')).toBe('pods "nope" not found');
		for (const name of ['ftp:idle:80', 'a:b:c:d', ':idle:', ':80'])
			expect(await refusal(400, 'GET', `${name}/proxy`)).toBe(name === ':idle:' ? 'address not allowed' : `invalid pod request "${name}"`);
		expect(await refusal(404, 'GET', 'idle:80/log')).toBe('pods "idle:80" not found');
		await expectStatus(404, 'GET', `${pods}/idle:80`);
	});
});

const newest = findKubectls().at(-1);
describe.skipIf(newest === undefined)('kubectl, where this machine has one,', () => {
	it('reports why it cannot connect', async () => {
		if (newest === undefined) throw new Error('there is none');
		const folder = mkdtempSync(join(tmpdir(), 'orch-connections-'));
		const kubectl = bindProgram(newest.path, server.kubeconfig, folder);
		const logs = await kubectl(['logs', 'idle']);
		expect([logs.code, logs.stdout]).toEqual([0, '']);
		const exec = await kubectl(['exec', 'idle', '--', 'ls']);
		expect([exec.code, exec.stderr]).toEqual([1, expect.stringContaining('pod idle does not have a host assigned')]);
		const far = await kubectl(['exec', 'on-known', '--', 'ls']);
		expect([far.code, far.stderr]).toEqual([1, expect.stringContaining('error dialing backend: dial tcp 192.0.2.7:10250')]);
		const evicted = await kubectl(['create', '--raw', `${pods}/two/eviction`, '-f', '-'], {
			input: JSON.stringify({ apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'two' } }),
		});
		expect([evicted.code, JSON.parse(evicted.stdout).status]).toEqual([0, 'Success']);
		rmSync(folder, { recursive: true });
	});
});
