/** Tests when a server listens and when it is ready; its health shows the work in between. */
import { once } from 'node:events';
import { get } from 'node:https';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it, vi } from 'vitest';
import type { AdmissionPlugin } from '../../runtime/admission/contract.ts';
import { allowed } from '../../runtime/api/authorization.ts';
import type { AuthorizerRow } from '../../runtime/auth/authz/contract.ts';
import { type Controller, controllers } from '../../runtime/controllers/index.ts';
import { startTestStack } from './stack-fixture.ts';

async function freePort(): Promise<number> {
	const server = createServer().listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as { port: number };
	server.close();
	await once(server, 'close');
	return port;
}

async function ask(port: number, path: string): Promise<readonly [status: number | undefined, body: string]> {
	const [answer] = await once(get({ port, path, host: '127.0.0.1', rejectUnauthorized: false }), 'response');
	return [answer.statusCode, await text(answer)];
}

/** Returns a plugin that delays the first namespaces. */
function holding(until: Promise<void>): AdmissionPlugin {
	return { name: 'Holding', onByDefault: { from: '1.16' }, operations: ['CREATE'], start: () => ({ mutate: () => until }) };
}

/** Allows all requests: the roles that open health to all users do not exist yet. */
const open: AuthorizerRow = { name: 'Open', used: 'always', start: () => ({ authorize: () => allowed }) };

const hooks = [
	'start-system-namespaces-controller',
	'rbac/bootstrap-roles',
	'priority-and-fairness-config-producer',
	'apiservice-registration-controller',
	'apiservice-status-remote-available-controller',
	'apiservice-openapi-controller',
	'start-apiextensions-controllers',
	'start-event-expiry',
	'start-cluster-authentication-info-controller',
	...controllers.map(({ name }) => `start-${name}-controller`),
];
const lines = (sign: string, names: readonly string[]): string =>
	names.map((name) => `[${sign}]poststarthook/${name} ${sign === '+' ? 'ok' : 'failed: reason withheld'}\n`).join('');

it.each([
	['0s', 500],
	['10m', 200],
])('a starting server names unfinished hooks; with a grace period of %s livez answers %d', async (grace, livez) => {
	const { promise, resolve } = Promise.withResolvers<void>();
	const port = await freePort();
	const starting = startTestStack({ plugins: [holding(promise)], args: ['--secure-port', String(port), '--livez-grace-period', grace], authorizer: open });
	await vi.waitFor(() => ask(port, '/livez/ping'), { timeout: 10_000 });
	const [status, body] = await ask(port, '/readyz');
	expect([status, body]).toEqual([500, expect.stringContaining(lines('-', hooks))]);
	expect(body.endsWith('readyz check failed\n')).toBe(true);
	expect((await ask(port, `/readyz/poststarthook/${hooks[0]}`))[0]).toBe(500);
	expect((await ask(port, `/readyz?${hooks.map((name) => `exclude=poststarthook/${name}`).join('&')}`))[0]).toBe(200);
	expect((await ask(port, '/livez'))[0]).toBe(livez);
	resolve();
	const stack = await starting;
	expect(await ask(port, '/readyz?verbose')).toEqual([200, expect.stringContaining(lines('+', hooks))]);
	expect((await ask(port, '/livez?verbose'))[1]).toContain(lines('+', hooks));
	for (const name of hooks) expect(await ask(port, `/readyz/poststarthook/${name}`)).toEqual([200, 'ok']);
	expect((await ask(port, '/readyz/poststarthook/none'))[0]).toBe(404);
	await stack.close();
});

it('is not ready before the parts that need its address, such as the kubeconfig', async () => {
	const { promise: written, resolve } = Promise.withResolvers<void>();
	const { promise: listening, resolve: isListening } = Promise.withResolvers<string>();
	const onListening = (url: string): Promise<void> => {
		isListening(url);
		return written;
	};
	const starting = startTestStack({ onListening, controllers: [], authorizer: open });
	const port = Number(new URL(await listening).port);
	expect((await ask(port, '/livez/ping'))[0]).toBe(200);
	expect((await ask(port, '/readyz'))[0]).toBe(500);
	resolve();
	const stack = await starting;
	expect((await ask(port, '/readyz'))[0]).toBe(200);
	await stack.close();
});

it('has a hook for each controller that runs, and for no other', async () => {
	const stack = await startTestStack({ controllers: controllers.slice(0, 1) });
	const { text: body } = await stack.ask('GET', '/readyz?verbose');
	expect(body.match(/poststarthook\/\S+/g)).toEqual(hooks.slice(0, 10).map((name) => `poststarthook/${name}`));
	await stack.close();
});

it('a controller that cannot start ends the start, and is named', async () => {
	const broken: Controller = {
		name: 'broken',
		identity: 'broken',
		rules: [],
		purpose: 'breaks',
		start: () => {
			throw new Error('out of order');
		},
	};
	await expect(startTestStack({ controllers: [broken] })).rejects.toThrow('the post-start hook start-broken-controller failed: out of order');
});
