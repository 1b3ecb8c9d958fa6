/**
 * PersistentVolumeLabel: turns the zone and region labels of provisioned volumes into node affinity (seed 3, "Built-in admission plugins").
 * For a cloud provider's volume without these labels, the provider would have to be asked. This server cannot do so and refuses the volume,
 * as kube-apiserver does without the provider's code.
 */
import type { PersistentVolume, PersistentVolumeSpec } from '../../../generated/types/core/v1.ts';
import type { Release } from '../../model/catalog.ts';
import { compareReleases } from '../../model/release.ts';
import type { Vocabulary } from '../../model/vocabulary.ts';
import type { AdmissionPlugin, AdmissionRequest } from '../contract.ts';
import { refused } from '../forbidden-error.ts';

type Stored = Required<Pick<PersistentVolume, 'metadata' | 'spec'>>;
type Labels = Readonly<Record<string, string>>;

export const persistentVolumeLabel: AdmissionPlugin = {
	name: 'PersistentVolumeLabel',
	exists: { from: '1.0', before: '1.31' },
	onByDefault: 'never',
	operations: ['CREATE'],
	only: () => ['persistentvolumes'],
	start({ vocabulary, release, log }) {
		log.warn('admission plugin PersistentVolumeLabel is deprecated: remove it from --enable-admission-plugins');
		const known = providers.filter(({ before }) => before === undefined || compareReleases(release, before) < 0);
		return {
			mutate(request) {
				const volume = request.object as unknown as Stored;
				const labels = provisionedLabels(volume, vocabulary);
				if (labels === undefined) refuseUnknown(request, volume, known);
				else addAffinity(request, volume, labels, zoneLabels(vocabulary));
			},
		};
	},
};

interface Provider {
	/** First release without the provider. */
	readonly before?: Release;
	readonly what: string;
	readonly missing: string;
	/** Returns the volume's name at the provider. Returns undefined for other volumes. */
	idIn(spec: PersistentVolumeSpec): string | undefined;
}

const providers: readonly Provider[] = [
	{ before: '1.27', what: 'AWS EBS volume', missing: 'AWS cloud provider for EBS', idIn: ({ awsElasticBlockStore }) => awsElasticBlockStore?.volumeID },
	{ what: 'GCE PD volume', missing: 'GCE cloud provider for PD', idIn: ({ gcePersistentDisk }) => gcePersistentDisk?.pdName },
	{ what: 'AzureDisk volume', missing: 'Azure cloud provider for AzureDisk', idIn: ({ azureDisk }) => azureDisk?.diskName },
	{ before: '1.26', what: 'Cinder volume', missing: 'OpenStack cloud provider for Cinder disk', idIn: ({ cinder }) => cinder?.volumeID },
	{ what: 'vSphere Volume', missing: 'vSphere cloud provider', idIn: ({ vsphereVolume }) => vsphereVolume?.volumePath },
];

/** Name of a volume whose provisioning has not ended. */
const provisioning = 'placeholder-for-provisioning';

function refuseUnknown(request: AdmissionRequest, { spec }: Stored, known: readonly Provider[]): void {
	for (const { what, missing, idIn } of known) {
		const id = idIn(spec);
		if (id === undefined) continue;
		if (id !== provisioning) throw refused(request, `error querying ${what} ${id}: unable to build ${missing}`);
		return;
	}
}

function zoneLabels({ labelDomain }: Vocabulary): readonly string[] {
	return [`topology.${labelDomain}/zone`, `failure-domain.beta.${labelDomain}/zone`];
}

/** Returns the topology of a provisioned volume. Undefined for other volumes, whose labels are not trusted. */
function provisionedLabels({ metadata: { labels = {}, annotations = {} } }: Stored, { labelDomain }: Vocabulary): Labels | undefined {
	if (annotations[`pv.${labelDomain}/provisioned-by`] === undefined) return undefined;
	for (const domain of [`topology.${labelDomain}`, `failure-domain.beta.${labelDomain}`]) {
		const [region, zone] = [labels[`${domain}/region`], labels[`${domain}/zone`]];
		if (region !== undefined && zone !== undefined) return { [`${domain}/region`]: region, [`${domain}/zone`]: zone };
	}
	return undefined;
}

function addAffinity(request: AdmissionRequest, { spec }: Stored, labels: Labels, zones: readonly string[]): void {
	const requirements = Object.entries(labels).map(([key, value]) => {
		const values = zones.includes(key) ? zonesIn(value) : [value];
		if (values === undefined) throw refused(request, `failed to convert label string for Zone: ${value} to a Set`);
		return { key, operator: 'In' as const, values };
	});
	const given = spec.nodeAffinity?.required?.nodeSelectorTerms ?? [];
	const terms = given.length > 0 ? given : [{}];
	const isTaken = terms.some(({ matchExpressions = [] }) => matchExpressions.some(({ key }) => key in labels));
	spec.nodeAffinity = {
		...spec.nodeAffinity,
		required: {
			...spec.nodeAffinity?.required,
			nodeSelectorTerms: isTaken ? terms : terms.map((term) => ({ ...term, matchExpressions: [...(term.matchExpressions ?? []), ...requirements] })),
		},
	};
}

/** Parses zones joined by two underscores. Returns undefined when one is empty. */
function zonesIn(text: string): string[] | undefined {
	const zones = text.split('__').map((zone) => zone.trim());
	return zones.includes('') ? undefined : [...new Set(zones)].sort();
}
