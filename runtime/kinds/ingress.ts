/** Ingress: a new one names its class in one place only. */
import type { Ingress } from '../../generated/types/networking/v1.ts';
import type { KindHooks } from '../api/hooks.ts';
import { invalidValue } from '../schema/causes.ts';
import type { Vocabulary } from '../schema/vocabulary.ts';

export function ingressHooks({ labelDomain }: Vocabulary): KindHooks<Ingress> {
	const annotation = `${labelDomain}/ingress.class`;
	return {
		validateCreate({ metadata, spec }) {
			const value = metadata?.annotations?.[annotation];
			if (value === undefined || spec?.ingressClassName === undefined) return [];
			return [invalidValue(`annotations.${annotation}`, value, 'can not be set when the class field is also set')];
		},
	};
}
