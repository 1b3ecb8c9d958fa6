/** Stability of versions, from their names, and what it allows to change (seed 1, Versioning). */
import type { GateDescriptor, TypeName } from '../../runtime/model/catalog.ts';

export type Stability = 'alpha' | 'beta' | 'stable';

const levels: readonly Stability[] = ['alpha', 'beta', 'stable'];

export function stabilityOf(version: string): Stability {
	return version.includes('alpha') ? 'alpha' : version.includes('beta') ? 'beta' : 'stable';
}

/** Compares stabilities; negative when `a` is less stable. */
export function compareStability(a: Stability, b: Stability): number {
	return levels.indexOf(a) - levels.indexOf(b);
}

/** Returns the stability of a type such as `shop/v1beta1.ProductSpec`. */
export function stabilityOfType(name: TypeName): Stability {
	const afterPackage = name.slice(name.lastIndexOf('/') + 1);
	return stabilityOf(afterPackage.slice(0, afterPackage.indexOf('.')));
}

/** Returns the stability behind a gate: at most that of its last stage. */
export function stabilityOfGate(stages: readonly { readonly stage?: unknown }[] | undefined): Stability {
	const last = stages?.at(-1)?.stage as GateDescriptor['stages'][number]['stage'] | undefined;
	return last === 'alpha' || last === 'beta' ? last : 'stable';
}
