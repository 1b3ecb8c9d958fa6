/** NamespaceExists: refuses every write in a namespace that does not exist (seed 3, "Built-in admission plugins"). */
import type { Namespace } from '../../../generated/types/core/v1.ts';
import { notFound } from '../../api/errors.ts';
import type { AdmissionPlugin } from '../contract.ts';
import { Lookup } from '../lookup.ts';

const namespaces = 'namespaces';

export const namespaceExists: AdmissionPlugin = {
	name: 'NamespaceExists',
	onByDefault: 'never',
	operations: ['CREATE', 'UPDATE', 'DELETE'],
	start({ cache }) {
		const lookup = new Lookup<Namespace>(cache, namespaces);
		return {
			async validate(request) {
				const { namespace, resource, group } = request;
				if (namespace === '' || (resource === namespaces && group === '')) return;
				if ((await lookup.orLatest('', namespace, request)) === undefined) throw notFound(namespaces, '', namespace);
			},
		};
	},
};
