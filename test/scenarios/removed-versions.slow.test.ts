/**
 * Tests of the table of removed versions (seed 1, "Versions removed by release"). The release before a removal serves the version with all
 * signals. The release of the removal shows the stored object in the replacement. One data directory passes through all releases.
 */
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { ofJane } from '../kinds/rules/signing-requests.ts';
import { expecting, type Loose } from '../setup/loose.ts';
import { type ServerProcess, startServer } from '../setup/server.ts';

const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } };
const job = { template: { spec: { ...template.spec, restartPolicy: 'Never' } } };
const workload = { spec: { template, selector: { matchLabels: { a: 'b' } }, serviceName: 's' } };
const webhooks = [{ name: 'a.example.com', clientConfig: { url: 'https://localhost:1' }, rules: [] }];
const any = { rule: 'RunAsAny' };
const security = { spec: { seLinux: any, runAsUser: any, fsGroup: any, supplementalGroups: any } };
const subject = { kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'u' };
const roleRef = (kind: string) => ({ roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind, name: 'r' }, subjects: [subject] });
const target = { scaleTargetRef: { kind: 'Deployment', name: 'd', apiVersion: 'apps/v1' }, maxReplicas: 3 };
const review = { spec: { user: 'u', nonResourceAttributes: { path: '/a', verb: 'get' } } };
const ingress = { spec: { backend: { serviceName: 'a', servicePort: 80 } } };
const definition = {
	spec: { group: 'example.com', version: 'v1', scope: 'Namespaced', names: { plural: 'things', singular: 'thing', kind: 'Thing', listKind: 'ThingList' } },
};
const event = {
	eventTime: '2020-05-01T10:00:00.000000Z',
	reportingController: 'a.b/c',
	reportingInstance: 'a',
	action: 'Look',
	reason: 'Seen',
	type: 'Normal',
};

interface Row {
	/** Release of the removal, and the one before. */
	readonly removed: string;
	readonly before: string;
	readonly version: string;
	readonly kind: string;
	readonly plural: string;
	/** Group and version that replace it; undefined for none. */
	readonly replacement: string | undefined;
	readonly object: object;
	readonly name: string;
	readonly namespaced: boolean;
	/** False for reviews, which are answered and not stored. */
	readonly stored: boolean;
}

const plurals: Readonly<Record<string, string>> = {
	NetworkPolicy: 'networkpolicies',
	PodSecurityPolicy: 'podsecuritypolicies',
	Ingress: 'ingresses',
	CSIStorageCapacity: 'csistoragecapacities',
};
const pluralOf = (kind: string) => plurals[kind] ?? `${kind.toLowerCase()}${kind.endsWith('ss') ? 'es' : 's'}`;
const clusterWide =
	/^(PodSecurityPolicy|APIService|CSIDriver|CSINode|CertificateSigningRequest|FlowSchema|VolumeAttachment|CustomResourceDefinition)$|Class$|^ClusterRole|Configuration$|^(Token|Self|Subject)/;

function row(removed: string, version: string, kind: string, replacement: string | undefined, object: object, name = `${kind}-${version}`): Row {
	const stored = !kind.endsWith('Review');
	const id = name.toLowerCase().replaceAll('/', '-');
	const [major, minor] = removed.split('.').map(Number);
	return {
		removed,
		before: `${major}.${(minor ?? 0) - 1}`,
		version,
		kind,
		plural: pluralOf(kind),
		replacement,
		object,
		name: id,
		namespaced: !clusterWide.test(kind),
		stored,
	};
}

const rows: readonly Row[] = [
	row('1.16', 'extensions/v1beta1', 'NetworkPolicy', 'networking.k8s.io/v1', { spec: { podSelector: {} } }),
	...['extensions/v1beta1', 'apps/v1beta2'].map((version) => row('1.16', version, 'DaemonSet', 'apps/v1', workload)),
	...['extensions/v1beta1', 'apps/v1beta1', 'apps/v1beta2'].map((version) => row('1.16', version, 'Deployment', 'apps/v1', workload)),
	...['extensions/v1beta1', 'apps/v1beta2'].map((version) => row('1.16', version, 'ReplicaSet', 'apps/v1', workload)),
	...['apps/v1beta1', 'apps/v1beta2'].map((version) => row('1.16', version, 'StatefulSet', 'apps/v1', workload)),
	row('1.16', 'extensions/v1beta1', 'PodSecurityPolicy', 'policy/v1beta1', security),
	...['Mutating', 'Validating'].map((kind) =>
		row('1.22', 'admissionregistration.k8s.io/v1beta1', `${kind}WebhookConfiguration`, 'admissionregistration.k8s.io/v1', { webhooks }),
	),
	row('1.22', 'apiextensions.k8s.io/v1beta1', 'CustomResourceDefinition', 'apiextensions.k8s.io/v1', definition, 'things.example.com'),
	row(
		'1.22',
		'apiregistration.k8s.io/v1beta1',
		'APIService',
		'apiregistration.k8s.io/v1',
		{
			spec: {
				group: 'other.example.com',
				version: 'v1',
				groupPriorityMinimum: 1,
				versionPriority: 1,
				service: { namespace: 'a', name: 'b' },
				insecureSkipTLSVerify: true,
			},
		},
		'v1.other.example.com',
	),
	row('1.22', 'authentication.k8s.io/v1beta1', 'TokenReview', 'authentication.k8s.io/v1', { spec: { token: 'x' } }),
	row('1.22', 'authorization.k8s.io/v1beta1', 'LocalSubjectAccessReview', 'authorization.k8s.io/v1', {
		spec: { user: 'u', resourceAttributes: { namespace: 'default', verb: 'get', resource: 'pods' } },
	}),
	row('1.22', 'authorization.k8s.io/v1beta1', 'SelfSubjectAccessReview', 'authorization.k8s.io/v1', {
		spec: { nonResourceAttributes: { path: '/a', verb: 'get' } },
	}),
	row('1.22', 'authorization.k8s.io/v1beta1', 'SubjectAccessReview', 'authorization.k8s.io/v1', review),
	row('1.22', 'authorization.k8s.io/v1beta1', 'SelfSubjectRulesReview', 'authorization.k8s.io/v1', { spec: { namespace: 'default' } }),
	row('1.22', 'certificates.k8s.io/v1beta1', 'CertificateSigningRequest', 'certificates.k8s.io/v1', {
		spec: { request: ofJane, signerName: 'example.com/s', usages: ['client auth'] },
	}),
	row('1.22', 'coordination.k8s.io/v1beta1', 'Lease', 'coordination.k8s.io/v1', { spec: { holderIdentity: 'h' } }),
	row('1.22', 'extensions/v1beta1', 'Ingress', 'networking.k8s.io/v1', ingress),
	row('1.22', 'networking.k8s.io/v1beta1', 'Ingress', 'networking.k8s.io/v1', ingress),
	row('1.22', 'networking.k8s.io/v1beta1', 'IngressClass', 'networking.k8s.io/v1', { spec: { controller: 'example.com/c' } }),
	...['ClusterRole', 'Role'].flatMap((kind) => [
		row('1.22', 'rbac.authorization.k8s.io/v1beta1', kind, 'rbac.authorization.k8s.io/v1', {
			rules: [{ verbs: ['get'], apiGroups: [''], resources: ['pods'] }],
		}),
		row('1.22', 'rbac.authorization.k8s.io/v1beta1', `${kind}Binding`, 'rbac.authorization.k8s.io/v1', roleRef(kind)),
	]),
	row('1.22', 'scheduling.k8s.io/v1beta1', 'PriorityClass', 'scheduling.k8s.io/v1', { value: 7 }),
	row('1.22', 'storage.k8s.io/v1beta1', 'CSIDriver', 'storage.k8s.io/v1', {}),
	row('1.22', 'storage.k8s.io/v1beta1', 'CSINode', 'storage.k8s.io/v1', { spec: { drivers: [{ name: 'd.example.com', nodeID: 'n', topologyKeys: [] }] } }),
	row('1.22', 'storage.k8s.io/v1beta1', 'StorageClass', 'storage.k8s.io/v1', { provisioner: 'p.example.com' }),
	row('1.22', 'storage.k8s.io/v1beta1', 'VolumeAttachment', 'storage.k8s.io/v1', {
		spec: { attacher: 'a.example.com', nodeName: 'n', source: { persistentVolumeName: 'v' } },
	}),
	row('1.25', 'batch/v1beta1', 'CronJob', 'batch/v1', { spec: { schedule: '@daily', jobTemplate: { spec: job } } }),
	row('1.25', 'discovery.k8s.io/v1beta1', 'EndpointSlice', 'discovery.k8s.io/v1', { addressType: 'IPv4', endpoints: [{ addresses: ['10.1.2.3'] }] }),
	row('1.25', 'events.k8s.io/v1beta1', 'Event', 'events.k8s.io/v1', event),
	row('1.25', 'autoscaling/v2beta1', 'HorizontalPodAutoscaler', 'autoscaling/v2', { spec: target }),
	row('1.25', 'policy/v1beta1', 'PodDisruptionBudget', 'policy/v1', { spec: { minAvailable: 1, selector: { matchLabels: { a: 'b' } } } }),
	row('1.25', 'policy/v1beta1', 'PodSecurityPolicy', undefined, security),
	row('1.25', 'node.k8s.io/v1beta1', 'RuntimeClass', 'node.k8s.io/v1', { handler: 'h' }),
	row('1.26', 'flowcontrol.apiserver.k8s.io/v1beta1', 'FlowSchema', 'flowcontrol.apiserver.k8s.io/v1beta2', {
		spec: { priorityLevelConfiguration: { name: 'global-default' }, matchingPrecedence: 77 },
	}),
	row('1.26', 'flowcontrol.apiserver.k8s.io/v1beta1', 'PriorityLevelConfiguration', 'flowcontrol.apiserver.k8s.io/v1beta2', {
		spec: { type: 'Limited', limited: { assuredConcurrencyShares: 7, limitResponse: { type: 'Reject' } } },
	}),
	row('1.26', 'autoscaling/v2beta2', 'HorizontalPodAutoscaler', 'autoscaling/v2', { spec: target }),
	row('1.27', 'storage.k8s.io/v1beta1', 'CSIStorageCapacity', 'storage.k8s.io/v1', { storageClassName: 'fast' }),
];

let server: ServerProcess;
let dataDir = '';
let auditLog = '';
const expectStatus = expecting(() => server);
const start = async (release: string): Promise<void> => {
	await server?.stop();
	auditLog = join(tmpdir(), `orch-removed-${process.pid}-${release}.log`);
	const flags = ['--emulated-version', release, '--audit-log-path', auditLog];
	server = await startServer(inject('built').kubernetes, { ...(dataDir && { dataDir }), flags });
	dataDir = server.dataDir;
};
const pathOf = ({ namespaced, plural }: Row, version: string): string =>
	`/apis/${version}/${namespaced || plural === 'localsubjectaccessreviews' ? 'namespaces/default/' : ''}${plural}`;

/** Kinds whose status a controller writes while the test runs. */
const observed: ReadonlySet<string> = new Set(['APIService', 'CustomResourceDefinition', 'FlowSchema']);

/** Returns the object without what a rewrite or a controller changes. */
function content({ metadata, status, ...rest }: Loose): Loose {
	const { resourceVersion: _, managedFields: _fields, ...kept } = metadata;
	return { ...rest, ...(!observed.has(rest.kind) && { status }), metadata: kept };
}

afterAll(async () => {
	await server?.stop();
	for (const { before, removed } of rows)
		for (const release of [before, removed]) rmSync(join(tmpdir(), `orch-removed-${process.pid}-${release}.log`), { force: true });
	rmSync(dataDir, { recursive: true, force: true });
});

for (const removed of new Set(rows.map((each) => each.removed))) {
	const gone = rows.filter((each) => each.removed === removed);
	const shown = new Map<Row, Loose>();
	const before = gone[0]?.before ?? '';

	describe(`versions that ${removed} removes`, () => {
		it(`release ${before} starts`, () => start(before));

		it.each(gone.map((each) => [before, each.version, each.kind, each] as const))(
			'%s serves %s %s, with a Warning, an audit annotation and a metric',
			async (_release, version, kind, each) => {
				const { object, name, plural, stored, replacement } = each;
				const made = await server.call('POST', pathOf(each, version), { apiVersion: version, kind, metadata: stored ? { name } : {}, ...object });
				expect([made.status, made.status === 201 ? '' : made.text]).toEqual([201, '']);
				expect(made.headers.warning).toMatch(
					new RegExp(`"${version} ${kind} is deprecated in v1\\.\\d+\\+, unavailable in v${removed.replace('.', '\\.')}\\+`),
				);
				const [group, beta] = version.split('/');
				expect((await server.call('GET', '/metrics')).text).toContain(
					`apiserver_requested_deprecated_apis{group="${group}",removed_release="${removed}",resource="${plural}",subresource="",version="${beta}"} 1\n`,
				);
				const lines = readFileSync(auditLog, 'utf8').trim().split('\n');
				const audited = lines
					.map((line) => JSON.parse(line) as Loose)
					.filter(({ verb, requestURI }) => verb === 'create' && requestURI === pathOf(each, version));
				expect(audited.at(-1)?.annotations).toMatchObject({ 'k8s.io/deprecated': 'true', 'k8s.io/removed-release': removed });
				if (stored && replacement !== undefined) shown.set(each, content(await expectStatus(200, 'GET', `${pathOf(each, replacement)}/${name}`)));
			},
		);

		it(`release ${removed} starts`, () => start(removed));

		it.each(gone.map((each) => [removed, each.version, each.kind, each] as const))(
			'%s no longer serves %s %s, and what was stored stays readable, unchanged',
			async (_release, version, _kind, each) => {
				await expectStatus(404, each.stored ? 'GET' : 'POST', pathOf(each, version), each.stored ? undefined : each.object);
				if (!each.stored || each.replacement === undefined) return;
				expect(content(await expectStatus(200, 'GET', `${pathOf(each, each.replacement)}/${each.name}`))).toEqual(shown.get(each));
			},
		);
	});
}
