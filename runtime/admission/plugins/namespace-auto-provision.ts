/** NamespaceAutoProvision: creates the missing namespace of a new object (seed 3, "Built-in admission plugins"). */
import type { Namespace } from '../../../generated/types/core/v1.ts';
import type { Client } from '../../api/client.ts';
import { ApiError } from '../../api/errors.ts';
import type { AdmissionPlugin, AdmissionRequest } from '../contract.ts';
import { refused } from '../forbidden-error.ts';
import { Lookup } from '../lookup.ts';

const namespaces = 'namespaces';

export const namespaceAutoProvision: AdmissionPlugin = {
	name: 'NamespaceAutoProvision',
	onByDefault: 'never',
	operations: ['CREATE'],
	onlyRefuses: true,
	acting: { identity: 'namespace-auto-provision', rules: [{ verbs: ['create'], groups: [''], resources: [namespaces] }] },
	start({ cache, client, self }) {
		if (self === undefined) throw new Error('NamespaceAutoProvision has no user');
		const lookup = new Lookup<Namespace>(cache, namespaces);
		const own = client(self);
		return {
			async mutate(request) {
				const { dryRun, namespace, resource, group } = request;
				if (dryRun || namespace === '' || (resource === namespaces && group === '')) return;
				if ((await lookup.orLatest('', namespace, request)) === undefined) await create(own, request);
			},
		};
	},
};

async function create(client: Client, request: AdmissionRequest): Promise<void> {
	const body = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: request.namespace } };
	try {
		await client.ask({ method: 'POST', path: `/api/v1/${namespaces}`, body, signal: request.signal() });
	} catch (error) {
		const { reason, message } = ApiError.from(error);
		if (reason === 'AlreadyExists') return;
		throw reason === 'Forbidden' ? error : refused(request, message);
	}
}
