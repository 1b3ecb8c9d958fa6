/** An object that is not as it was at a revision any more, and the first change since: what it was, the store knows. */
import type { ChangeKey, Revision } from '../../storage/store.ts';
import type { Place } from '../objects/ordered.ts';

export class ReplacedObject implements ChangeKey {
	readonly resource: string;
	readonly namespace: string;
	readonly name: string;
	/** Of the change. */
	readonly revision: Revision;

	constructor(resource: string, { namespace, name }: Place, revision: Revision) {
		this.resource = resource;
		this.namespace = namespace;
		this.name = name;
		this.revision = revision;
	}
}
