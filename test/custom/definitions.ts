/** Kinds of definitions in a catalog, without a server. */
import { catalog as builtIn } from '../../generated/catalog.ts';
import { wholeForm } from '../../runtime/codec/item-form.ts';
import { withKinds } from '../../runtime/custom/catalog.ts';
import { CustomKind } from '../../runtime/custom/custom-kind.ts';
import type { Catalog } from '../../runtime/model/catalog.ts';
import { narrow } from '../../runtime/schema/emulated-catalog.ts';
import type { CachedObject } from '../../runtime/watch/contract.ts';
import type { Loose } from '../setup/loose.ts';

/** Returns a kind as the server makes it of a stored definition. */
export function customKind(definition: Loose): CustomKind {
	const stored = {
		namespace: '',
		name: definition.metadata.name,
		labels: {},
		fields: {},
		revision: 1,
		form: wholeForm,
		bytes: Buffer.from(JSON.stringify(definition)),
	};
	return new CustomKind({ definition, stored: stored as CachedObject }, 'kubernetes');
}

export function catalogWith(definitions: readonly Loose[], release = '1.32'): Catalog {
	const kinds = definitions.map(customKind);
	return withKinds(
		narrow(builtIn, release),
		kinds.map((custom) => ({ custom, kind: custom.kind })),
	);
}
