/** Ingress: a new one names its class in one place only; what v1beta1 has let in stays writable in v1. */
import type { Ingress } from '../../generated/types/networking/v1.ts';
import type { KindHooks } from '../api/hooks.ts';
import { type Cause, invalidValue } from '../model/cause.ts';
import type { Vocabulary } from '../model/vocabulary.ts';

export function ingressHooks({ labelDomain }: Vocabulary): KindHooks<Ingress> {
	const annotation = `${labelDomain}/ingress.class`;
	return {
		tolerates(cause, ingress, { version, stored }) {
			const leniency = leniencies.find((candidate) => candidate(cause, ingress));
			if (leniency === undefined) return false;
			return version === lenientVersion || stored?.causes.some((before) => leniency(before, stored.object)) === true;
		},
		validateCreate({ metadata, spec }) {
			const value = metadata?.annotations?.[annotation];
			if (value === undefined || spec?.ingressClassName === undefined) return [];
			return [invalidValue(`annotations.${annotation}`, value, 'can not be set when the class field is also set')];
		},
	};
}

const lenientVersion = 'v1beta1';

/** What v1beta1 has never looked at: names of Secrets, and where requests of a wildcard host go. */
const leniencies: readonly ((cause: Cause, ingress: Ingress) => boolean)[] = [
	({ field = '' }) => /^spec\.tls\[\d+\]\.secretName$/.test(field),
	({ field = '' }, { spec }) => {
		const index = /^spec\.rules\[(\d+)\]\.http\b/.exec(field)?.[1];
		return index !== undefined && spec?.rules?.[Number(index)]?.host?.includes('*') === true;
	},
];
