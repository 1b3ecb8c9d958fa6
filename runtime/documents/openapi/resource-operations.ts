/** Operations on collections, on objects, and on subresources with the same verbs, derived from the verb records. */
import { applyMediaType, type DocumentedVerb, type Verb, type VerbBody, type VerbRecord, verbRecords, verbsAsShown } from '../../model/verb.ts';
import { anything, base, inOrder, listDefinition, mediaOfScene, metaDefinition, methodOf, type Operation, optionsOf, type Scene } from './operation.ts';
import type { Parameter } from './parameters.ts';

const strategicMerge = 'application/strategic-merge-patch+json';
const patchMedia = ['application/json-patch+json', 'application/merge-patch+json', strategicMerge, applyMediaType];

/** Target of an operation: the parameters of its path, and words for what the path names. */
export interface OperationTarget {
	readonly parameters: readonly Parameter[];
	/** Word in the operation ID. */
	readonly noun: string;
	/** Words in the description. */
	readonly what: string;
}

export function operationOf(verb: Verb, scene: Scene, { parameters, noun, what }: OperationTarget): Operation {
	const record = verbRecords[verb];
	const { action, word, infix = '', description, answer, responses } = record.documented;
	return {
		...base(scene),
		method: methodOf(verb),
		action,
		operationId: `${word}${scene.prefix}${infix}${noun}`,
		description: description.replace('{}', what),
		parameters: inOrder(parameters, optionsOf(scene, verb)),
		...(record.body !== undefined && { body: bodyOf(record.body, scene) }),
		...answers[answer](scene, verb),
		responses,
	};
}

/**
 * Returns the operations of one target for the served verbs that satisfy `holds`. Verbs selected by a query parameter have paths of their
 * own, or none.
 */
export function operations(scene: Scene, verbs: readonly Verb[], place: OperationTarget, holds: (record: VerbRecord) => boolean): Operation[] {
	const isShown = (verb: Verb): boolean => verbs.includes(verb) && verbRecords[verb].inPlaceOf === undefined && holds(verbRecords[verb]);
	return verbsAsShown.filter(isShown).map((verb) => operationOf(verb, scene, place));
}

function bodyOf(body: VerbBody, { takes, strategic, input }: Scene): NonNullable<Operation['body']> {
	switch (body.kind) {
		case 'object':
			return { definition: takes, required: true, media: anything };
		case 'patch':
			return {
				definition: metaDefinition('Patch', input),
				required: true,
				media: strategic ? patchMedia : patchMedia.filter((type) => type !== strategicMerge),
			};
		case 'options':
			return { definition: metaDefinition(body.type.slice(body.type.lastIndexOf('.') + 1), input), required: false, media: anything };
	}
}

type Answer = Pick<Operation, 'definition'> & { readonly produces?: readonly string[] };

const answers: Readonly<Record<DocumentedVerb['answer'], (scene: Scene, verb: Verb) => Answer>> = {
	object: ({ gives }) => ({ definition: gives }),
	list: (scene, verb) => ({
		definition: listDefinition(scene.served, scene.input),
		...(isStreamedInstead(verb) && { produces: mediaOfScene(scene).stream }),
	}),
	events: (scene) => ({ definition: metaDefinition('WatchEvent', scene.input), produces: mediaOfScene(scene).stream }),
	status: ({ input }) => ({ definition: metaDefinition('Status', input) }),
	deleted: ({ gives, served, input }) => ({ definition: served.kind.deleteReturns === 'object' ? gives : metaDefinition('Status', input) }),
};

/** True when a query parameter turns the verb into a watch. As in Kubernetes, this includes kinds without watch. */
function isStreamedInstead(verb: Verb): boolean {
	return verbsAsShown.some((other) => {
		const { streams, inPlaceOf } = verbRecords[other];
		return streams === true && inPlaceOf?.byParameter.includes(verb) === true;
	});
}
