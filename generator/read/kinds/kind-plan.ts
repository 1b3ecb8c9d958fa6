/** A kind between reading and describing: its file, and its versions with the locations of their types. */
import type { SchemaLocation } from '../context.ts';
import type { KindFile } from '../packages.ts';
import type { MapNode } from '../source/node.ts';

export interface KindPlan {
	readonly file: KindFile;
	readonly versions: readonly VersionPlan[];
	/** Versions in other groups, with schemas of their own. */
	readonly also: readonly VersionPlan[];
	/** Storage version; undefined when none or several are marked, which has been reported. */
	readonly storage: VersionPlan | undefined;
	/** Version in whose words the kind's columns, selectable fields, scale and examples are (`kind-conversions.ts`). */
	readonly origin: VersionPlan | undefined;
	/** Version whose type those without a schema share. */
	readonly shared: VersionPlan | undefined;
}

export interface VersionPlan {
	readonly name: string;
	readonly node: MapNode;
	/** Schema of the version; undefined for a version that shares another one's type (`KindPlan.shared`). */
	readonly own: { readonly schema: MapNode; readonly location: SchemaLocation } | undefined;
}
