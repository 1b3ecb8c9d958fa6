/** Operations on a collection, on one object, and on whatever part of an object is read and written like it. */
import type { Verb } from '../../model/verb.ts';
import type { Served } from '../discovery.ts';
import type { OpenApiInput } from './input.ts';
import { anything, base, can, inOrder, mediaOfScene, metaDefinition, type Operation, optionsOf, type Scene } from './operation.ts';
import type { Parameter } from './parameters.ts';

const patchMedia = ['application/json-patch+json', 'application/merge-patch+json', 'application/strategic-merge-patch+json', 'application/apply-patch+yaml'];

/** Name of the definition of the list of a kind. */
function listDefinition({ kind, version }: Served, input: OpenApiInput): string {
	const { openapi, name } = input.catalog.type(version.type);
	const listType = `${name.slice(0, name.lastIndexOf('.') + 1)}${kind.listKind}`;
	if (input.catalog.typeNames.includes(listType)) return input.catalog.type(listType).openapi;
	return `${openapi.slice(0, openapi.lastIndexOf('.') + 1)}${kind.listKind}`;
}

export function collectionOperations(scene: Scene, scope: readonly Parameter[]): Operation[] {
	const { kind } = scene.served;
	const noun = `${scene.scoped}${kind.kind}`;
	const operations: Operation[] = [];
	if (can(scene, 'list')) operations.push(listOperation(scene, scope, `list${scene.prefix}${noun}`));
	if (can(scene, 'create')) {
		operations.push({
			...base(scene),
			method: 'post',
			action: 'post',
			operationId: `create${scene.prefix}${noun}`,
			description: `Creates a ${kind.kind}.`,
			parameters: inOrder(scope, optionsOf(scene, 'create')),
			body: { definition: scene.takes, required: true, media: anything },
			responses: { '200': 'OK', '201': 'Created', '202': 'Accepted' },
		});
	}
	if (can(scene, 'deletecollection')) {
		operations.push({
			...base(scene),
			method: 'delete',
			action: 'deletecollection',
			operationId: `delete${scene.prefix}Collection${noun}`,
			description: `Deletes every ${kind.kind} that matches.`,
			parameters: inOrder(scope, optionsOf(scene, 'delete'), optionsOf(scene, 'deletecollection')),
			body: { definition: metaDefinition('DeleteOptions', scene.input), required: false, media: anything },
			definition: metaDefinition('Status', scene.input),
			responses: { '200': 'OK' },
		});
	}
	return operations;
}

export function listOperation(scene: Scene, scope: readonly Parameter[], operationId: string): Operation {
	const media = mediaOfScene(scene);
	return {
		...base(scene),
		method: 'get',
		action: 'list',
		operationId,
		description: `Lists or watches objects of kind ${scene.served.kind.kind}.`,
		parameters: inOrder(scope, optionsOf(scene, 'list')),
		produces: can(scene, 'watch') ? media.stream : media.single,
		definition: listDefinition(scene.served, scene.input),
		responses: { '200': 'OK' },
	};
}

export function watchOperation(scene: Scene, action: 'watch' | 'watchlist', scope: readonly Parameter[], noun: string): Operation {
	const what = action === 'watch' ? `one ${scene.served.kind.kind}` : `objects of kind ${scene.served.kind.kind}`;
	return {
		...base(scene),
		method: 'get',
		action,
		operationId: `watch${scene.prefix}${noun}`,
		description: `Outdated way to watch ${what}: list with \`watch=true\` instead.`,
		parameters: inOrder(scope, optionsOf(scene, 'list')),
		produces: mediaOfScene(scene).stream,
		definition: metaDefinition('WatchEvent', scene.input),
		responses: { '200': 'OK' },
	};
}

export function objectOperations(scene: Scene, named: readonly Parameter[]): Operation[] {
	const { kind } = scene.served;
	const noun = `${scene.scoped}${kind.kind}`;
	const operations = changes(scene, kind.verbs, named, noun, `the ${kind.kind} of that name`);
	if (can(scene, 'delete')) {
		operations.push({
			...base(scene),
			method: 'delete',
			action: 'delete',
			operationId: `delete${scene.prefix}${noun}`,
			description: `Deletes the ${kind.kind} of that name.`,
			parameters: inOrder(named, optionsOf(scene, 'delete')),
			body: { definition: metaDefinition('DeleteOptions', scene.input), required: false, media: anything },
			definition: kind.deleteReturns === 'object' ? scene.gives : metaDefinition('Status', scene.input),
			responses: { '200': 'OK', '202': 'Accepted' },
		});
	}
	return operations;
}

/** Read, replace and patch of an object or of a part of it. */
export function changes(scene: Scene, verbs: readonly Verb[], named: readonly Parameter[], noun: string, what: string): Operation[] {
	const operations: Operation[] = [];
	if (verbs.includes('get')) {
		operations.push({
			...base(scene),
			method: 'get',
			action: 'get',
			operationId: `read${scene.prefix}${noun}`,
			description: `Reads ${what}.`,
			parameters: inOrder(named),
			responses: { '200': 'OK' },
		});
	}
	if (verbs.includes('update')) {
		operations.push({
			...base(scene),
			method: 'put',
			action: 'put',
			operationId: `replace${scene.prefix}${noun}`,
			description: `Replaces ${what}.`,
			parameters: inOrder(named, optionsOf(scene, 'update')),
			body: { definition: scene.takes, required: true, media: anything },
			responses: { '200': 'OK', '201': 'Created' },
		});
	}
	if (verbs.includes('patch')) {
		operations.push({
			...base(scene),
			method: 'patch',
			action: 'patch',
			operationId: `patch${scene.prefix}${noun}`,
			description: `Changes parts of ${what}.`,
			parameters: inOrder(named, optionsOf(scene, 'patch')),
			body: { definition: metaDefinition('Patch', scene.input), required: true, media: patchMedia },
			responses: { '200': 'OK', '201': 'Created' },
		});
	}
	return operations;
}
