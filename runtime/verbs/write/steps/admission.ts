/** Admission request of a write. Plugins always see the current state of the write in it. */
import type { AdmissionPasses, Operation, OperationOptions } from '../../../admission/contract.ts';
import { ApiError, conflict } from '../../../api/errors.ts';
import type { Annotation, User } from '../../../api/request.ts';
import { apiVersionOf } from '../../../model/api-version.ts';
import type { GroupVersionKind, JsonObject, KindDescriptor, ScaleSubresource, TypeName, VersionDescriptor } from '../../../model/catalog.ts';
import { scaleBody } from '../../../model/endpoint.ts';
import { deepEqual } from '../../../model/equal.ts';
import { setAt } from '../../../model/path.ts';
import { subresourcesIn } from '../../../model/subresource-fields.ts';
import type { CompiledType } from '../../../schema/compiled.ts';
import type { ServedResource } from '../../../serving/resource.ts';
import { stamped } from '../../body.ts';
import { type AdmittedObjects, AdmittedVersions } from '../../conversion/admitted-versions.ts';
import { metadataOf, metadataText } from '../../metadata/metadata.ts';
import { scaleOf } from '../../scale/get.ts';
import { toProposal } from '../proposal.ts';
import type { WriteScope } from '../scope.ts';

/** Write to be admitted, or a request to a hook at a computed endpoint or a connection. */
export interface Admitted {
	readonly scope: WriteScope;
	readonly operation: Operation;
	object: JsonObject;
	readonly old?: JsonObject | undefined;
	/** Set when `object` has not the type of the resource's kind, but the only type that the endpoint accepts. */
	readonly taken?: Taken;
}

interface Taken extends GroupVersionKind {
	/** Absent when no spec declares the type. */
	readonly type?: TypeName;
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
	readonly options: OperationOptions;
	readonly user: User;
	readonly dryRun: boolean;
	readonly warnings: string[];
	replacements = 0;
	secondPass = false;
	readonly #admitted: Admitted;
	#isFinished = false;
	/** Objects in versions to which a webhook converts. */
	#versions: AdmittedVersions | undefined;

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
		this.options = scope.options;
		this.user = scope.user;
		this.dryRun = scope.dryRun;
		this.warnings = scope.warnings;
	}

	get requestKind(): GroupVersionKind {
		const { group, version, kind } = this;
		return this.#scale === undefined ? (this.#admitted.taken ?? { group, version, kind: kind.kind }) : scaleBody;
	}

	get isSubresourceBody(): boolean {
		return this.#scale !== undefined || this.#admitted.taken !== undefined;
	}

	/** Name of the object. A generated name is known once the object is finished. */
	get name(): string {
		const { scope, object } = this.#admitted;
		if (scope.isOfCollection) return '';
		return scope.name === '' && this.#isFinished && !this.isSubresourceBody ? metadataText(object, 'name') : scope.name;
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

	prepare(group: string, version: string): Promise<void> | undefined {
		if (!this.#isRemote(group, version)) return undefined;
		this.#versions ??= new AdmittedVersions(this.#admitted.scope);
		return this.#versions.prepare(this.#resourceIn(group, version), { object: this.object, old: this.oldObject });
	}

	/** Reports whether a webhook converts the objects to that version. */
	#isRemote(group: string, version: string): boolean {
		return this.kind.conversionWebhook !== undefined && !this.isSubresourceBody && (group !== this.group || version !== this.version);
	}

	objectIn(group: string, version: string): JsonObject | undefined {
		const { old } = this.#admitted;
		const shown = this.#in('object', group, version);
		// The finished object does not have its resource version yet.
		if (shown === undefined || !this.#isFinished || this.operation !== 'UPDATE' || old === undefined || this.isSubresourceBody) return shown;
		const metadata = { ...metadataOf(shown), resourceVersion: metadataText(old, 'resourceVersion') };
		return { ...shown, metadata };
	}

	oldObjectIn(group: string, version: string): JsonObject | undefined {
		return this.#in('old', group, version);
	}

	replace(object: JsonObject): void {
		if (this.#isFinished || this.operation === 'DELETE') throw new Error(`the object of a ${this.operation} is only looked at here`);
		this.#admitted.object = object;
		this.replacements++;
	}

	replaceIn(group: string, version: string, object: JsonObject): boolean | Promise<boolean> {
		const { taken, scope } = this.#admitted;
		const { context } = scope;
		const current = this.#admitted.object;
		if (this.#scale !== undefined) return this.#replaceWith(current, withReplicas(current, object, this.#scale));
		if (taken !== undefined) {
			if (taken.type === undefined) throw new Error(`no spec declares ${taken.kind}`);
			const schema = context.schemas.type(taken.type);
			return this.#replaceWith(current, defaultedBy(schema, object, { kind: taken.kind, apiVersion: apiVersionOf(taken) }));
		}
		const resource = this.#resourceIn(group, version);
		const versions = this.#isRemote(group, version) ? this.#versions : undefined;
		const shown = versions === undefined ? resource.fromStorage(current) : versions.shown(resource).object;
		const next = defaultedBy(resource.schema, object, { kind: this.kind.kind, apiVersion: resource.apiVersion });
		this.#checkIdentity(next);
		// The comparison comes first, because the conversion to the storage version may reuse the object.
		const differs = !deepEqual(shown, next);
		if (versions !== undefined)
			return versions.back(next).then((made) => {
				this.replace(made);
				return differs;
			});
		this.replace(toProposal(next, current, resource));
		return differs;
	}

	/** Throws ApiError when a plugin changed the identity of the object that the request names. */
	#checkIdentity(next: JsonObject): void {
		const { scope, old } = this.#admitted;
		const { plural, scope: within } = this.kind;
		const namespace = metadataText(next, 'namespace');
		if (within === 'Namespaced' && namespace !== '' && namespace !== this.namespace)
			throw new ApiError('BadRequest', 'the namespace of the provided object does not match the namespace sent on the request');
		const version = metadataText(next, 'resourceVersion');
		if (version === '' || version === '0') return;
		if (old === undefined) throw ApiError.ofAnother({ code: 500, reason: '' }, 'resourceVersion should not be set on objects to be created');
		if (version !== metadataText(old, 'resourceVersion')) throw conflict(plural, this.group, scope.name);
	}

	#replaceWith(current: JsonObject, next: JsonObject): boolean {
		this.replace(next);
		return !deepEqual(current, next);
	}

	annotate(...annotation: Annotation): void {
		this.#admitted.scope.audit?.annotate(...annotation);
	}

	/** Marks the object as finished: the store gets it in this form. */
	finished(): this {
		this.#isFinished = true;
		return this;
	}

	#in(which: keyof AdmittedObjects, group: string, version: string): JsonObject | undefined {
		const object = which === 'object' ? this.object : this.oldObject;
		if (object === undefined) return undefined;
		if (this.#isRemote(group, version)) return this.#versions?.shown(this.#resourceIn(group, version))[which];
		if (this.#scale !== undefined) return scaleOf(object, this.#scale);
		return this.#admitted.taken === undefined ? this.#resourceIn(group, version).fromStorage(object) : this.#named(object, this.#admitted.taken);
	}

	/** Completes a sent object. The body of a subresource gets the namespace, and connect options get their kind. */
	#named(object: JsonObject, taken: Taken): JsonObject {
		if (this.operation === 'CONNECT') return { kind: taken.kind, apiVersion: apiVersionOf(taken), ...object };
		return this.namespace === '' ? object : { ...object, metadata: { ...metadataOf(object), namespace: this.namespace } };
	}

	#resourceIn(group: string, version: string): ServedResource {
		const shown = this.#admitted.scope.context.resource(group, version, this.kind.plural);
		if (shown === undefined || shown.kind !== this.kind) throw new Error(`${this.kind.kind} is not served in ${group}/${version}`);
		return shown;
	}

	/** Scale of the kind, if the write goes to the scale subresource. */
	get #scale(): ScaleSubresource | undefined {
		return this.subresource === 'scale' ? subresourcesIn(this.kind, this.#admitted.scope.resource.version).scale : undefined;
	}
}

function withReplicas(object: JsonObject, scale: JsonObject, { replicas }: ScaleSubresource): JsonObject {
	const { spec } = scale;
	const wanted = typeof spec === 'object' && spec !== null && !Array.isArray(spec) ? spec.replicas : undefined;
	return setAt(object, replicas, wanted ?? 0);
}

/** Reads and defaults the object. Throws MalformedError. */
function defaultedBy(schema: CompiledType, object: JsonObject, named: { readonly kind: string; readonly apiVersion: string }): JsonObject {
	const read = stamped(schema.read(object, { notices: [] }), named);
	schema.applyDefaults(read);
	return read;
}
