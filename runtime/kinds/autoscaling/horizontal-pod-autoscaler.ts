/** HorizontalPodAutoscaler: its older versions, rules across several fields, and differences between releases. */

import type { Hooks } from '../../../generated/hooks.ts';
import type { HorizontalPodAutoscaler } from '../../../generated/types/autoscaling/v2.ts';
import type { Release } from '../../model/catalog.ts';
import { type Cause, invalidValue, required } from '../../model/cause.ts';
import { compareReleases } from '../../model/release.ts';
import type { Vocabulary } from '../../model/vocabulary.ts';
import { apiVersionViolations } from './api-versions.ts';
import { behaviorViolations, setBehavior } from './behavior.ts';
import { targets } from './cells.ts';
import { metricViolations } from './metric-rules.ts';
import { converters, withoutHeld } from './versions.ts';

type HpaHooks = NonNullable<Hooks['autoscaling/horizontalpodautoscalers']>;

export function horizontalPodAutoscalerHooks({ labelDomain }: Vocabulary, gates: ReadonlyMap<string, boolean>, release: Release): HpaHooks {
	const since = (first: Release): boolean => compareReleases(release, first) >= 0;
	const [namesResources, checksApiVersions, requiresMost] = [since('1.30'), since('1.34'), since('1.36')];
	// Up to 1.26 Kubernetes stored v1, so written objects must be representable in v1 with annotations.
	const isStoredInV1 = !since('1.27');
	const scalesToZero = gates.get('HPAScaleToZero') === true;
	const ofContainers = since('1.30') || gates.get('HPAContainerMetrics') === true;
	const convert = converters(labelDomain, since('1.33'));

	const violations = ({ spec }: HorizontalPodAutoscaler): Cause[] => {
		if (spec === undefined) return [];
		const { minReplicas, maxReplicas = 0 } = spec;
		return [
			...mostViolations(maxReplicas, requiresMost),
			...(minReplicas !== undefined && maxReplicas < minReplicas
				? [invalidValue('spec.maxReplicas', maxReplicas, 'must be greater than or equal to `minReplicas`')]
				: []),
			...behaviorViolations(spec.behavior),
			...metricViolations(spec, { labelDomain, ofContainers }),
		];
	};
	/** Reports values that are invalid only when they change: 0 minimum replicas, and API versions of references. */
	const newViolations = ({ spec }: HorizontalPodAutoscaler, old?: HorizontalPodAutoscaler): Cause[] => {
		if (spec === undefined) return [];
		const { minReplicas } = spec;
		const least = scalesToZero || old?.spec?.minReplicas === 0 ? 0 : 1;
		const isTooFew = minReplicas !== undefined && minReplicas < least && minReplicas !== old?.spec?.minReplicas;
		return [
			...(isTooFew ? [invalidValue('spec.minReplicas', minReplicas, `must be greater than or equal to ${least}`)] : []),
			...(checksApiVersions ? apiVersionViolations(spec, old?.spec) : []),
		];
	};

	return {
		convert,
		normalize(object) {
			const metadata = withoutHeld(object.metadata, labelDomain);
			if (metadata !== undefined) object.metadata = metadata;
			if (object.spec?.behavior !== undefined) setBehavior(object.spec.behavior);
			if (isStoredInV1 && [...violations(object), ...newViolations(object)].length === 0)
				object.spec = convert.v1.toStorage(convert.v1.fromStorage(object)).spec;
		},
		// Selectors of metrics are interpreted by the metrics source, so their form is not checked.
		tolerates: ({ field = '' }) => /\.metric\.selector\./.test(field),
		// A status write does not change the spec, so the spec is not validated.
		validate: (object, { subresource }) => (subresource === '' ? violations(object) : []),
		validateCreate: (object) => newViolations(object),
		validateUpdate: (object, old, { subresource }) => (subresource === '' ? newViolations(object, old) : []),
		cells: (object) => ({ Targets: targets(object, namesResources) }),
		agesInCells: true,
	};
}

function mostViolations(maxReplicas: number, requiresMost: boolean): Cause[] {
	if (maxReplicas > 0) return [];
	if (!requiresMost) return [invalidValue('spec.maxReplicas', maxReplicas, 'must be greater than 0')];
	if (maxReplicas === 0) return [required('spec.maxReplicas', 'must be set and greater than 0')];
	return [invalidValue('spec.maxReplicas', maxReplicas, 'must be greater than or equal to 1')];
}
