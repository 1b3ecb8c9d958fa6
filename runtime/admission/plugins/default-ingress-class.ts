/**
 * DefaultIngressClass: gives new ingresses without a class the default one (seed 3, "Built-in admission plugins"). If several classes are
 * marked as the default, releases up to 1.25 refuse the ingress, and later ones take the newest class.
 */
import type { Ingress, IngressClass } from '../../../generated/types/networking/v1.ts';
import { compareReleases } from '../../model/release.ts';
import type { AdmissionPlugin } from '../contract.ts';
import { defaultClasses, tooManyDefaults } from '../default-class.ts';
import { refused } from '../forbidden-error.ts';
import { Lookup } from '../lookup.ts';

export const defaultIngressClass: AdmissionPlugin = {
	name: 'DefaultIngressClass',
	exists: { from: '1.18' },
	onByDefault: { from: '1.18' },
	operations: ['CREATE'],
	only: ({ groupDomain }) => [`ingresses.networking.${groupDomain}`],
	start({ cache, release, vocabulary: { groupDomain, labelDomain } }) {
		const ingresses = `ingresses.networking.${groupDomain}`;
		const classes = new Lookup<IngressClass>(cache, `ingressclasses.networking.${groupDomain}`);
		const marks = [`ingressclass.${labelDomain}/is-default-class`];
		const refusesSeveral = compareReleases(release, '1.25') <= 0;
		return {
			mutate(request) {
				if (request.kind.storageName !== ingresses || request.subresource !== '') return;
				const ingress = request.object as Ingress;
				if (ingress.spec?.ingressClassName !== undefined || ingress.metadata?.annotations?.[`${labelDomain}/ingress.class`] !== undefined) return;
				const found = defaultClasses(classes, marks);
				if (found.length > 1 && refusesSeveral) throw refused(request, tooManyDefaults(found.length, 'IngressClasses'));
				const [name] = found;
				if (name !== undefined) ingress.spec = { ...ingress.spec, ingressClassName: name };
			},
		};
	},
};
