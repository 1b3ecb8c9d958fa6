/** Tolerations of pods: which one covers another. */
import type { Toleration } from '../../generated/types/core/v1.ts';

/** Returns both lists without tolerations that another one covers. Of equal ones, the first stays. Otherwise the order is kept. */
export function mergeTolerations(first: readonly Toleration[], second: readonly Toleration[]): Toleration[] {
	const all = [...first, ...second];
	const merged: Toleration[] = [];
	for (const [index, toleration] of all.entries()) {
		const isCovered =
			merged.some((other) => covers(other, toleration)) || all.slice(index + 1).some((other) => !isSame(other, toleration) && covers(other, toleration));
		if (!isCovered) merged.push(toleration);
	}
	return merged;
}

/** Reports whether `wide` tolerates every taint that `narrow` tolerates, for at least as long. */
export function covers(wide: Toleration, narrow: Toleration): boolean {
	if (isSame(wide, narrow)) return true;
	const takesAllKeys = !wide.key && wide.operator === 'Exists';
	if ((wide.key ?? '') !== (narrow.key ?? '') && !takesAllKeys) return false;
	if ((wide.effect ?? '') !== (narrow.effect ?? '') && wide.effect) return false;
	if (wide.effect === 'NoExecute' && wide.tolerationSeconds !== undefined) {
		if (narrow.tolerationSeconds === undefined || narrow.tolerationSeconds > wide.tolerationSeconds) return false;
	}
	if (wide.operator === 'Exists') return true;
	return (wide.operator ?? 'Equal') === 'Equal' && narrow.operator === 'Equal' && (wide.value ?? '') === (narrow.value ?? '');
}

function isSame(a: Toleration, b: Toleration): boolean {
	const { key = '', operator = '', value = '', effect = '', tolerationSeconds: seconds } = a;
	const isEqual = key === (b.key ?? '') && operator === (b.operator ?? '') && value === (b.value ?? '') && effect === (b.effect ?? '');
	return (
		isEqual &&
		(seconds === undefined ? b.tolerationSeconds === undefined : b.tolerationSeconds !== undefined && Number(seconds) === Number(b.tolerationSeconds))
	);
}
