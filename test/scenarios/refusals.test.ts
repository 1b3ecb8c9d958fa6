/**
 * Tests that the built server refuses what the rules of kinds refuse, with the same body. The tables of `test/kinds/rules` say what that is,
 * for the verbs in this process; here random changes of valid objects are sent to both. ORCH_SEED selects others.
 */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { catalog } from '../../generated/catalog.ts';
import type { JsonObject } from '../../runtime/model/catalog.ts';
import { narrow } from '../../runtime/schema/emulated-catalog.ts';
import { changed } from '../peers/spoiled/change.ts';
import type { Loose } from '../setup/loose.ts';
import { seedOfCommit } from '../setup/sample.ts';
import { type SharedServer, sharedServer } from '../setup/shared-server.ts';
import { Random } from '../suites/front-door/random.ts';
import { type TestServer, testServer } from '../verbs/write-fixture.ts';

const container = {
	name: 'c',
	image: 'i',
	ports: [{ containerPort: 80 }],
	resources: { limits: { cpu: '1' } },
	volumeMounts: [{ name: 'v', mountPath: '/v' }],
};
const podSpec = { containers: [container], volumes: [{ name: 'v', emptyDir: {} }] };
const labels = { a: 'b' };
const workload = { selector: { matchLabels: labels }, template: { metadata: { labels }, spec: podSpec } };
const capacity = { storage: '1Gi' };

/** Valid objects by path and plural of their kind. */
const valid: readonly (readonly [path: string, plural: string, object: JsonObject])[] = [
	['/api/v1', 'pods', { spec: podSpec }],
	['/api/v1', 'services', { spec: { ports: [{ port: 80 }], selector: labels } }],
	['/api/v1', 'secrets', { type: 'Opaque', data: { a: 'YQ==' } }],
	['/api/v1', 'configmaps', { data: { a: 'b' }, binaryData: { c: 'YQ==' } }],
	['/api/v1', 'persistentvolumeclaims', { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: capacity } } }],
	['/api/v1', 'persistentvolumes', { spec: { accessModes: ['ReadWriteOnce'], capacity, nfs: { server: 's', path: '/' } } }],
	['/api/v1', 'replicationcontrollers', { spec: { selector: labels, template: workload.template } }],
	['/api/v1', 'resourcequotas', { spec: { hard: { pods: '1' } } }],
	['/api/v1', 'limitranges', { spec: { limits: [{ type: 'Container', max: { cpu: '1' } }] } }],
	['/apis/apps/v1', 'deployments', { spec: workload }],
	['/apis/apps/v1', 'statefulsets', { spec: { ...workload, serviceName: 's' } }],
	['/apis/apps/v1', 'daemonsets', { spec: workload }],
	['/apis/batch/v1', 'jobs', { spec: { template: { spec: { ...podSpec, restartPolicy: 'Never' } } } }],
	['/apis/batch/v1', 'cronjobs', { spec: { schedule: '@daily', jobTemplate: { spec: { template: { spec: { ...podSpec, restartPolicy: 'Never' } } } } } }],
	['/apis/policy/v1', 'poddisruptionbudgets', { spec: { minAvailable: 1, selector: { matchLabels: labels } } }],
	['/apis/storage.orch.io/v1', 'storageclasses', { provisioner: 'a.b' }],
	['/apis/networking.orch.io/v1', 'networkpolicies', { spec: { podSelector: {}, ingress: [{ ports: [{ port: 80 }] }] } }],
	['/apis/rbac.authorization.orch.io/v1', 'roles', { rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }] }],
];

const changesEach = 12;

describe('the built server', () => {
	const release = narrow(catalog, catalog.release);
	const seed = Number(process.env.ORCH_SEED ?? seedOfCommit());
	let rules: TestServer;
	let built: SharedServer;
	beforeAll(async () => {
		[rules, built] = await Promise.all([testServer(), sharedServer({ namespace: 'refusals', built: inject('built').orch })]);
	});
	afterAll(() => rules.close());

	it.each(valid)(`refuses the same objects as the rules, with the same body (seed ${seed}): %s %s`, async (path, plural, object) => {
		const kind = release.kinds.find((each) => each.plural === plural && each.versions.some(({ group }) => path.endsWith(`${group}/v1`) || group === ''));
		const version = kind?.versions.find((each) => each.version === 'v1');
		if (kind === undefined || version === undefined) throw new Error(`there is no ${plural}`);
		const target = `${path}${kind.scope === 'Cluster' ? '' : '/namespaces/default'}/${plural}?dryRun=All`;
		const random = new Random(seed);
		const metadata = { name: 'x' };
		for (let count = 0; count < changesEach; count++) {
			const body: JsonObject = { metadata, ...(count === 0 ? object : changed({ metadata, ...object }, version.type, release, random)) };
			const [expected, answer] = [await rules.call('POST', target, { body }), await built.call('POST', target, body)];
			// Plugins that look up other objects run only in the built server, before the rules.
			if (answer.status === 403) continue;
			expect({ body, status: answer.status, text: answer.status === expected.status ? '' : answer.text }).toEqual({ body, status: expected.status, text: '' });
			if (count === 0) expect(answer.status).toBe(201);
			if (answer.status < 400) continue;
			const { reason, message, details } = answer.json() as Loose;
			expect({ body, reason, message, details }).toEqual({ body, ...expected.body });
		}
	});
});
