/** Ingress: a new one has one class, up to 1.26 in one place only. Objects accepted in v1beta1 stay writable in v1. */
import type { Ingress, IngressBackend } from '../../generated/types/networking/v1.ts';
import type { KindHooks } from '../api/hooks.ts';
import type { Release } from '../model/catalog.ts';
import { type Cause, invalidValue } from '../model/cause.ts';
import { compareReleases } from '../model/release.ts';
import type { Vocabulary } from '../model/vocabulary.ts';
import { checkDnsSubdomain, checkPathSegment } from '../scalars/formats.ts';

export function ingressHooks({ labelDomain }: Vocabulary, release: Release): KindHooks<Ingress> {
	const mayNameTwice = compareReleases(release, '1.27') >= 0;
	const annotation = `${labelDomain}/ingress.class`;
	return {
		tolerates(cause, ingress, { version, stored }) {
			const leniency = leniencies.find((candidate) => candidate(cause, ingress));
			if (leniency === undefined) return false;
			return version === lenientVersion || stored?.causes.some((before) => leniency(before, stored.object)) === true;
		},
		validate: ({ spec }) => [
			...backendViolations(spec?.defaultBackend, 'spec.defaultBackend'),
			...(spec?.rules ?? []).flatMap(({ http }, rule) =>
				(http?.paths ?? []).flatMap(({ backend }, index) => backendViolations(backend, `spec.rules[${rule}].http.paths[${index}].backend`)),
			),
		],
		validateCreate({ metadata, spec }) {
			const value = metadata?.annotations?.[annotation];
			if (value === undefined || spec?.ingressClassName === undefined) return [];
			if (mayNameTwice && value === spec.ingressClassName) return [];
			const why = mayNameTwice ? 'must match `ingressClassName` when both are specified' : 'can not be set when the class field is also set';
			return [invalidValue(`annotations.${annotation}`, value, why)];
		},
	};
}

/** Checks that group, kind and name of a resource backend are valid in API paths. */
function backendViolations(backend: IngressBackend | undefined, path: string): Cause[] {
	const { apiGroup, kind = '', name = '' } = backend?.resource ?? {};
	const at = `${path}.resource`;
	return [
		...(apiGroup === undefined || apiGroup === null ? [] : checkDnsSubdomain(apiGroup).map((why) => invalidValue(`${at}.apiGroup`, apiGroup, why))),
		...checkPathSegment(kind).map((why) => invalidValue(`${at}.kind`, kind, why)),
		...checkPathSegment(name).map((why) => invalidValue(`${at}.name`, name, why)),
	];
}

const lenientVersion = 'v1beta1';

/** Violations that v1beta1 accepts: names of Secrets, and backends of wildcard hosts. */
const leniencies: readonly ((cause: Cause, ingress: Ingress) => boolean)[] = [
	({ field = '' }) => /^spec\.tls\[\d+\]\.secretName$/.test(field),
	({ field = '' }, { spec }) => {
		const index = /^spec\.rules\[(\d+)\]\.http\b/.exec(field)?.[1];
		return index !== undefined && spec?.rules?.[Number(index)]?.host?.includes('*') === true;
	},
];
