/**
 * Admission: what may still change or refuse a write after it is authorized and read, before it is stored.
 * First all plugins that change, then, on the finished object, all that only look (seed 3, "Admission control").
 */

import type { Authorizer } from '../api/authorization.ts';
import type { Flag } from '../api/flag.ts';
import type { User } from '../api/request.ts';
import type { JsonObject, KindDescriptor } from '../model/catalog.ts';
import type { Vocabulary } from '../model/vocabulary.ts';
import type { WatchCache } from '../watch/contract.ts';

export type Operation = 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT';

export interface AdmissionRequest {
	readonly operation: Operation;
	readonly kind: KindDescriptor;
	readonly group: string;
	/** Of the URL; objects are in the storage version. */
	readonly version: string;
	/** Plural. */
	readonly resource: string;
	readonly subresource: string;
	/** Empty for cluster-scoped kinds. */
	readonly namespace: string;
	/** Empty while a name has still to be generated, and for collections. */
	readonly name: string;
	/** The object as it will be stored; mutating plugins change it in place. Undefined for DELETE. */
	readonly object: JsonObject | undefined;
	/** The object as it is stored; undefined for CREATE. */
	readonly oldObject: JsonObject | undefined;
	readonly user: User;
	/** A plugin with side effects outside must not have them. */
	readonly dryRun: boolean;
	/** Texts for the Warning header. */
	readonly warnings: string[];
	readonly signal: () => AbortSignal;
}

export interface AdmissionContext {
	readonly vocabulary: Vocabulary;
	readonly cache: WatchCache;
	/** Who may do what; for plugins that ask whether the author may do more than the write itself says. */
	readonly authorizer: Authorizer;
}

/** Refuses by throwing an ApiError. Answering without a promise keeps the path of a write synchronous. */
export type AdmissionStep = (request: AdmissionRequest) => void | Promise<void>;

export interface AdmissionPlugin {
	readonly name: string;
	readonly flags?: readonly Flag<unknown>[];
	/** Whether it runs when no flag says otherwise. */
	readonly onByDefault: boolean;
	readonly operations: readonly Operation[];
	/** Whether its `mutate` changes objects rather than only refusing early. */
	readonly changesObjects?: true;
	start(context: AdmissionContext): { readonly mutate?: AdmissionStep; readonly validate?: AdmissionStep };
}

export interface AdmissionChain {
	readonly mutate: AdmissionStep;
	readonly validate: AdmissionStep;
	/** Whether any plugin in force changes objects. */
	readonly changesObjects: boolean;
	/** Names of the plugins in force, in their order. */
	readonly plugins: readonly string[];
}
