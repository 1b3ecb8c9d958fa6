/**
 * PodTolerationRestriction: adds the default tolerations of the namespace to new pods, and refuses tolerations beyond its whitelist (seed 3,
 * "Built-in admission plugins"). Both come from annotations of the namespace, or else from the configuration.
 */
import type { Namespace, Pod, Toleration } from '../../../../generated/types/core/v1.ts';
import { notFound } from '../../../api/errors.ts';
import { qualityOfService } from '../../../kinds/pod/quality.ts';
import type { AdmissionPlugin, AdmissionRequest } from '../../contract.ts';
import { Lookup } from '../../lookup.ts';
import { unclassified } from '../../server-errors.ts';
import { covers, mergeTolerations } from '../../tolerations.ts';
import { whenKnown } from '../../when-known.ts';
import { annotatedTolerations } from './annotations.ts';
import { restrictionSection, type TolerationRestriction, unrestricted } from './section.ts';

export const podTolerationRestriction: AdmissionPlugin<TolerationRestriction> = {
	name: 'PodTolerationRestriction',
	onByDefault: 'never',
	configuration: restrictionSection,
	operations: ['CREATE', 'UPDATE'],
	only: () => ['pods'],
	start({ cache, configuration = unrestricted, vocabulary: { labelDomain } }) {
		const namespaces = new Lookup<Namespace>(cache, 'namespaces');
		const memoryPressure: Toleration = { key: `node.${labelDomain}/memory-pressure`, operator: 'Exists', effect: 'NoSchedule' };
		const annotation = (name: string): string => `scheduler.alpha.${labelDomain}/${name}`;
		const [defaults, whitelist] = [annotation('defaultTolerations'), annotation('tolerationsWhitelist')];
		const withAnnotations = (request: AdmissionRequest, use: (annotations: Readonly<Record<string, string>>) => void): void | Promise<void> =>
			whenKnown(namespaces.orLatest('', request.namespace, request), (namespace) => {
				if (namespace === undefined) throw notFound('namespaces', '', request.namespace);
				use(namespace.metadata?.annotations ?? {});
			});
		const check = ({ object }: AdmissionRequest, annotations: Readonly<Record<string, string>>): void => {
			const { tolerations = [] } = (object as unknown as Pod).spec ?? {};
			if (tolerations.length === 0) return;
			const ofNamespace = annotatedTolerations(annotations[whitelist]);
			const allowed = ofNamespace ?? configuration.whitelist;
			if (allowed.length === 0 || tolerations.every((toleration) => allowed.some((wide) => covers(wide, toleration)))) return;
			const scope = ofNamespace === undefined ? 'cluster' : 'namespace';
			throw unclassified(`pod tolerations (possibly merged with namespace default tolerations) conflict with its ${scope} whitelist`);
		};
		return {
			mutate(request) {
				if (request.subresource !== '') return;
				return withAnnotations(request, (annotations) => {
					const pod = request.object as unknown as Pod;
					const ofNamespace = request.operation === 'CREATE' ? (annotatedTolerations(annotations[defaults]) ?? configuration.default) : [];
					const added = qualityOfService(pod) === 'BestEffort' ? ofNamespace : [...ofNamespace, memoryPressure];
					if (pod.spec !== undefined && added.length > 0) pod.spec.tolerations = mergeTolerations(pod.spec.tolerations ?? [], added);
					check(request, annotations);
				});
			},
			validate: (request) => (request.subresource === '' ? withAnnotations(request, (annotations) => check(request, annotations)) : undefined),
		};
	},
};
