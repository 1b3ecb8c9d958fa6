/** Tests the authorization of actions that a request takes in addition to those of its path. */
import { afterEach, describe, expect, test } from 'vitest';
import { type Attributes, type Authorizer, allowed, noOpinion } from '../../runtime/api/authorization.ts';
import { admin, type TestServer, testServer } from './write-fixture.ts';

const running: TestServer[] = [];
afterEach(async () => {
	for (const server of running.splice(0)) await server.close();
});

async function open(authorizer: Authorizer): Promise<TestServer> {
	const server = await testServer({ authorizer });
	running.push(server);
	return server;
}

const leases = '/apis/coordination.orch.io/v1/namespaces/default/leases';
const lease = { metadata: { name: 'born' }, spec: { holderIdentity: 'me' } };

describe('an update that creates', () => {
	test('is a create as well', async () => {
		const asked: Attributes[] = [];
		// Denies the request's user only; the server's own components may continue.
		const server = await open({
			authorize: (attributes) => {
				if (attributes.user !== admin) return allowed;
				asked.push(attributes);
				return { ...noOpinion, reason: 'no role' };
			},
		});
		const refused = await server.call('PUT', `${leases}/born`, { body: lease });
		expect(refused).toMatchObject({
			status: 403,
			body: {
				message:
					'leases.coordination.orch.io "born" is forbidden: User "admin" cannot create resource "leases" in API group "coordination.orch.io" in the namespace "default": no role',
			},
		});
		expect(asked).toMatchObject([{ user: admin, info: { verb: 'create', resource: 'leases', namespace: 'default', name: 'born' } }]);
		expect((await server.call('GET', `${leases}/born`)).status).toBe(404);
	});

	test('is made when that is allowed, by one that takes its time too', async () => {
		const server = await open({ authorize: async () => allowed });
		expect((await server.call('PUT', `${leases}/born`, { body: lease })).status).toBe(201);
	});

	test('an update of what is there asks for nothing more', async () => {
		const server = await open({ authorize: ({ user, info }) => (user === admin && info.verb === 'create' ? noOpinion : allowed) });
		const made = await server.call('POST', leases, { body: lease });
		expect((await server.call('PUT', `${leases}/born`, { body: made.body })).status).toBe(200);
	});
});
