/** Limits of node requests per resource that do not depend on stored objects, with the refusal reasons in Kubernetes wording. */
import { type Attributes, allowed, type Decision, noOpinion } from '../../../api/authorization.ts';
import type { RequestInfo } from '../../../api/request.ts';
import type { Vocabulary } from '../../../model/vocabulary.ts';

export type AskedOfNode = Extract<RequestInfo, { readonly isResource: true }>;

export const many = 'deletecollection';

export function keyOf(group: string, resource: string): string {
	return group === '' ? resource : `${resource}.${group}`;
}

export function none(reason: string): Decision {
	return { verdict: 'no opinion', reason };
}

/** Refuses everything but reads of the resource in a namespace. */
export function unread({ verb, subresource, namespace }: AskedOfNode): Decision | undefined {
	if (!['get', 'list', 'watch'].includes(verb)) return none('can only read resources of this type');
	if (subresource !== '') return none('cannot read subresource');
	return namespace === '' ? none('can only read namespaced object of this type') : undefined;
}

/** Refuses everything but a get of one object. */
export function ungot({ verb, subresource }: AskedOfNode): Decision | undefined {
	if (verb !== 'get') return none('can only get individual resources of this type');
	return subresource === '' ? undefined : none('cannot get subresource');
}

export function volumeClaim(related: (node: string, asked: AskedOfNode) => Decision): (node: string, asked: AskedOfNode) => Decision {
	return (node, asked) => {
		const { verb, subresource } = asked;
		if (subresource !== 'status') return ungot(asked) ?? related(node, asked);
		return verb === 'update' || verb === 'patch' ? related(node, asked) : none('can only get/update/patch this type');
	};
}

const ownVerbs = ['get', 'create', 'update', 'patch', 'delete'];

/** Returns the rule for a node's own Lease. The name is unknown on create; admission checks it. */
export function ownLease({ shortPrefix }: Vocabulary): (node: string, asked: AskedOfNode) => Decision {
	const home = `${shortPrefix}-node-lease`;
	return (node, { verb, namespace, name }) => {
		if (!ownVerbs.includes(verb)) return none('can only get, create, update, patch, or delete a node lease');
		if (namespace !== home) return none(`can only access leases in the ${JSON.stringify(home)} system namespace`);
		if (verb !== 'create' && name !== node) return none('can only access node lease with the same name as the requesting node');
		return allowed;
	};
}

export function ownCsiNode(node: string, { verb, subresource, name }: AskedOfNode): Decision {
	if (!ownVerbs.includes(verb)) return none('can only get, create, update, patch, or delete a CSINode');
	if (subresource !== '') return none('cannot authorize CSINode subresources');
	if (verb !== 'create' && name !== node) return none('can only access CSINode with the same name as the requesting node');
	return allowed;
}

export function ownNode(node: string, { verb, subresource, name }: AskedOfNode): Decision {
	switch (subresource === '' ? verb : `${subresource}/${verb}`) {
		case 'create':
		case 'update':
		case 'patch':
		case 'status/update':
		case 'status/patch':
			return allowed;
		case 'get':
		case 'list':
		case 'watch':
			if (name === node) return allowed;
			return none(`node '${node}' cannot read ${name === '' ? 'all nodes' : `'${name}'`}, only its own Node object`);
		default:
			return noOpinion;
	}
}

/** Reports whether a field selector limits the request to objects of the node. */
export function isLimitedTo(node: string, { selectors }: Attributes): boolean {
	if (selectors === undefined) return false;
	return selectors().fields.some(({ key, operator, values }) => key === 'spec.nodeName' && operator === 'In' && values.length === 1 && values[0] === node);
}
