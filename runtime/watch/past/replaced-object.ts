/** An object that changed after a revision, with the first change since. The store has its state at the revision. */
import type { ChangeKey, Revision } from '../../storage/store.ts';
import type { Place } from '../objects/ordered.ts';

export class ReplacedObject implements ChangeKey {
	readonly resource: string;
	readonly namespace: string;
	readonly name: string;
	/** Revision of the change. */
	readonly revision: Revision;

	constructor(resource: string, { namespace, name }: Place, revision: Revision) {
		this.resource = resource;
		this.namespace = namespace;
		this.name = name;
		this.revision = revision;
	}
}
