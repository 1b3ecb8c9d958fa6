/** Tests over a whole stack that controllers act under their own names and have the rights of their rows. */
import { afterEach, describe, expect, it } from 'vitest';
import { controllers } from '../../runtime/controllers/index.ts';
import { startTestStack, type TestStack } from './stack-fixture.ts';

const open: TestStack[] = [];
afterEach(async () => {
	for (const stack of open.splice(0)) await stack.close();
});

async function start(...args: Parameters<typeof startTestStack>): Promise<TestStack> {
	const stack = await startTestStack(...args);
	open.push(stack);
	return stack;
}

/** Flags under which the rights of controllers do not come from roles. */
const byRowsAlone = ['--authorization-mode', 'AlwaysDeny'];

describe('controllers', () => {
	it('act as service accounts of the platform, none in the privileged group', async () => {
		const asked = new Map<string, readonly string[]>();
		const stack = await start({
			authorizer: {
				name: 'Listening',
				used: 'always',
				start: () => ({
					authorize({ user }) {
						asked.set(user.name, user.groups);
						return { verdict: 'no opinion', reason: '' };
					},
				}),
			},
		});
		await stack.ask('POST', '/api/v1/namespaces', { metadata: { name: 'new' } });
		await stack.watchUntil('/api/v1/namespaces/new/serviceaccounts', 'default');
		await stack.watchUntil('/api/v1/namespaces/new/configmaps', 'orch-root-ca.crt');
		await stack.ask('DELETE', '/api/v1/namespaces/new');
		await stack.untilStatus('/api/v1/namespaces/new', 404);
		const own = [...asked].filter(([name]) => name.startsWith('system:'));
		expect(own.map(([name]) => name).sort()).toEqual([
			'system:apiserver',
			'system:serviceaccount:orch-system:bootstrap-signer',
			'system:serviceaccount:orch-system:certificate-controller',
			'system:serviceaccount:orch-system:clusterrole-aggregation-controller',
			'system:serviceaccount:orch-system:ephemeral-volume-controller',
			'system:serviceaccount:orch-system:generic-garbage-collector',
			'system:serviceaccount:orch-system:namespace-controller',
			'system:serviceaccount:orch-system:pv-protection-controller',
			'system:serviceaccount:orch-system:pvc-protection-controller',
			'system:serviceaccount:orch-system:resourcequota-controller',
			'system:serviceaccount:orch-system:root-ca-cert-publisher',
			'system:serviceaccount:orch-system:service-account-controller',
			'system:serviceaccount:orch-system:token-cleaner',
			'system:serviceaccount:orch-system:token-controller',
		]);
		expect(own.flatMap(([, groups]) => groups)).not.toContain('system:masters');
		expect(stack.logged).toEqual([]);
	});

	it('without a right in their row are refused with a log line; others continue', async () => {
		const weak = controllers.map((row) =>
			row.name === 'serviceaccount' ? { ...row, rules: row.rules.filter(({ verbs }) => !verbs.includes('create')) } : row,
		);
		const stack = await start({ controllers: weak, args: byRowsAlone });
		await stack.ask('POST', '/api/v1/namespaces', { metadata: { name: 'new' } });
		await stack.watchUntil('/api/v1/namespaces/new/configmaps', 'orch-root-ca.crt');
		const said = await stack.untilLogged(({ fields }) => fields.subject === 'new');
		expect(said).toMatchObject({
			level: 'warn',
			message: 'controller failed; retrying',
			fields: {
				controller: 'serviceaccount',
				error:
					'serviceaccounts "default" is forbidden: User "system:serviceaccount:orch-system:service-account-controller" cannot create resource "serviceaccounts" in API group "" in the namespace "new": Everything is forbidden.',
			},
		});
		expect((await stack.ask('GET', '/api/v1/namespaces/new/serviceaccounts/default')).status).toBe(404);
		const { text } = await stack.ask('GET', '/metrics');
		expect(text).toMatch(/workqueue_adds_total\{name="serviceaccount"\} [1-9]/);
		expect(text).toMatch(/workqueue_adds_total\{name="root-ca-cert-publisher"\} [1-9]/);
	});

	it('without read access log it, and receive no objects', async () => {
		const blind = controllers.map((row) => (row.name === 'namespace' ? { ...row, rules: [] } : row));
		const stack = await start({ controllers: blind, args: byRowsAlone });
		const said = await stack.untilLogged(({ fields }) => fields.controller === 'namespace');
		expect(said.fields.error).toContain('namespace-controller" cannot list resource "namespaces" in API group "" at the cluster scope');
	});
});
