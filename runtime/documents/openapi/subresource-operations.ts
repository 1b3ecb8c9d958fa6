/** Operations on subresources: those that write a part of the object, computed endpoints, and connections. */

import type { Endpoint } from '../../model/endpoint.ts';
import { verbsOfHooks } from '../../model/verb.ts';
import { anything, base, byName, definitionOf, identifier, inOrder, type Method, methodOf, type Operation, type PathItem, type Scene } from './operation.ts';
import type { Parameter } from './parameters.ts';
import * as parameters from './parameters.ts';
import { operationOf, operations } from './resource-operations.ts';
import { offersStrategicMerge } from './strategic.ts';

export function subresourcePaths(object: string, scene: Scene, endpoint: Endpoint, scope: readonly Parameter[]): PathItem[] {
	const { input, served } = scene;
	const { takes, gives, subresource, handler } = endpoint;
	const { group, version, kind } = takes;
	const part: Scene = {
		...scene,
		gvk: { group, version, kind },
		takes: definitionOf(takes, input),
		gives: definitionOf(gives, input),
		strategic: takes.type === undefined || offersStrategicMerge(takes.type, served.version.group, input.catalog),
		hasProtobuf: gives.type !== undefined && input.catalog.typeNames.includes(gives.type) && scene.protobufOf(gives.type),
	};
	const named = [...scope, parameters.nameParameter(kind)];
	const path = `${object}/${subresource}`;
	const noun = `${scene.scoped}${served.kind.kind}${identifier(subresource, true)}`;
	if (handler !== 'connect') return [{ path, operations: subresourceOperations(part, endpoint, named, noun) }];
	const items = [{ path, operations: connectOperations(part, endpoint, named, noun) }];
	if (endpoint.path) {
		const operations = connectOperations(part, endpoint, [...named, parameters.pathParameter], `${noun}WithPath`);
		items.push({ path: `${path}/{path}`, operations });
	}
	return items;
}

function subresourceOperations(part: Scene, { subresource, verbs }: Endpoint, parameters: readonly Parameter[], noun: string): Operation[] {
	const { kind } = part.served.kind;
	const ofPart = operations(part, verbs, { parameters, noun, what: `the ${subresource} of the ${kind} of that name` }, ({ of }) => of === 'object');
	if (!verbs.includes('create')) return ofPart;
	const posted = operationOf('create', part, { parameters, noun, what: kind });
	return [...ofPart, { ...posted, description: `Posts to the ${subresource} of a ${kind}.` }];
}

/**
 * Returns the operations of a connection, documented with a text response. Reading a part of the object (the log of a pod) is documented as
 * a get.
 */
function connectOperations(part: Scene, { subresource, verbs, options, reads, path }: Endpoint, named: readonly Parameter[], noun: string): Operation[] {
	const { kind } = part.served;
	const { definition: _definition, ...shared } = base(part);
	const methods = verbs.flatMap((verb): Method[] => (verbsOfHooks.includes(verb) ? [methodOf(verb)] : []));
	const query = options === undefined ? [] : parameters.optionParameters(part.input, options);
	return [...methods, ...(path ? (['head', 'options'] as const) : [])].map((method): Operation => {
		const word = identifier(method, true);
		return {
			...shared,
			method,
			action: reads ? method : 'connect',
			operationId: reads ? `read${part.prefix}${noun}` : `connect${part.prefix}${word}${noun}`,
			description: `${reads ? 'Reads' : 'Connects to'} the ${subresource} of the ${kind.kind} of that name.`,
			produces: reads ? ['text/plain', ...shared.produces] : anything,
			parameters: reads ? inOrder(named, query) : byName(named, query),
			responses: { '200': 'OK' },
		};
	});
}
