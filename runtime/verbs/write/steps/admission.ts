/** What admission is asked of a write: the write as it stands, whenever a plugin looks. */
import type { AdmissionPasses, Operation, OperationOptions } from '../../../admission/contract.ts';
import type { User } from '../../../api/request.ts';
import type { GroupVersionKind, JsonObject, KindDescriptor, VersionDescriptor } from '../../../model/catalog.ts';
import type { WriteScope } from '../scope.ts';

/** A write, or what a hook is asked on an endpoint that is computed or a connection. */
export interface Admitted {
	readonly scope: WriteScope;
	readonly operation: Operation;
	object: JsonObject;
	readonly old?: JsonObject | undefined;
	/** `object` is no object of the kind but this, which the endpoint takes, in its only form. */
	readonly taken?: GroupVersionKind;
}

export function admissionRequest(admitted: Admitted): AdmissionOf {
	return new AdmissionOf(admitted);
}

class AdmissionOf implements AdmissionPasses {
	readonly operation: Operation;
	readonly kind: KindDescriptor;
	readonly group: string;
	readonly version: string;
	readonly resource: string;
	readonly subresource: string;
	readonly stored: VersionDescriptor;
	readonly namespace: string;
	readonly name: string;
	readonly options: OperationOptions;
	readonly user: User;
	readonly dryRun: boolean;
	readonly warnings: string[];
	replacements = 0;
	secondPass = false;
	readonly #admitted: Admitted;
	#isFinished = false;

	constructor(admitted: Admitted) {
		const { scope } = admitted;
		const { kind, version, storage } = scope.resource;
		this.#admitted = admitted;
		this.operation = admitted.operation;
		this.kind = kind;
		this.group = version.group;
		this.version = version.version;
		this.resource = kind.plural;
		this.subresource = scope.subresource;
		this.stored = storage;
		this.namespace = scope.namespace;
		this.name = scope.name;
		this.options = scope.options;
		this.user = scope.user;
		this.dryRun = scope.dryRun;
		this.warnings = scope.warnings;
	}

	get sent(): GroupVersionKind {
		const { group, version, kind } = this;
		return this.#admitted.taken ?? { group, version, kind: kind.kind };
	}

	get object(): JsonObject | undefined {
		return this.operation === 'DELETE' ? undefined : this.#admitted.object;
	}

	get oldObject(): JsonObject | undefined {
		return this.#admitted.old;
	}

	get signal(): () => AbortSignal {
		const { caller } = this.#admitted.scope;
		return () => caller.signal;
	}

	objectIn(group: string, version: string): JsonObject | undefined {
		return this.#in(this.object, group, version);
	}

	oldObjectIn(group: string, version: string): JsonObject | undefined {
		return this.#in(this.oldObject, group, version);
	}

	replace(object: JsonObject): void {
		if (this.#isFinished || this.operation === 'DELETE') throw new Error(`the object of a ${this.operation} is only looked at here`);
		this.#admitted.object = object;
		this.replacements++;
	}

	annotate(key: string, value: string): void {
		this.#admitted.scope.audit?.annotate(key, value);
	}

	/** From now on the object is as it will be stored. */
	finished(): this {
		this.#isFinished = true;
		return this;
	}

	#in(object: JsonObject | undefined, group: string, version: string): JsonObject | undefined {
		const shown = this.#admitted.scope.context.resource(group, version, this.kind.plural);
		if (shown === undefined || shown.kind !== this.kind) throw new Error(`${this.kind.kind} is not served in ${group}/${version}`);
		return object && (this.#admitted.taken !== undefined ? object : shown.fromStorage(object));
	}
}
