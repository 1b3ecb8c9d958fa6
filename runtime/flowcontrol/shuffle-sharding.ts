/**
 * Shuffle sharding (KEP-1040, "Fair queuing"). Each flow always has the same hand of queues, so that a flow that fills its queues rarely
 * fills all queues of another.
 */

/** Hashes a text evenly to an integer below 2^53, which suffices to choose eight of sixty-four queues. */
export function flowHash(text: string): number {
	let low = 0x811c9dc5;
	let high = 0x9e3779b9;
	for (let i = 0; i < text.length; i++) {
		const code = text.charCodeAt(i);
		low = Math.imul(low ^ code, 0x01000193);
		high = Math.imul(high ^ code, 0x85ebca6b) + low;
	}
	return (mixed(high) >>> 11) * 2 ** 32 + (mixed(low) >>> 0);
}

/** Mixes the bits, so that texts that differ in one letter differ in all bits. */
function mixed(hash: number): number {
	let mix = hash ^ (hash >>> 16);
	mix = Math.imul(mix, 0x7feb352d);
	mix ^= mix >>> 15;
	mix = Math.imul(mix, 0x846ca68b);
	return mix ^ (mix >>> 16);
}

/** Deals `size` different cards out of `deck`; all hands are equally likely. */
export function dealtHand(hash: number, deck: number, size: number): readonly number[] {
	let rest = hash;
	/** Dealt cards, in ascending order. */
	const taken: number[] = [];
	const hand: number[] = [];
	for (let left = deck; left > deck - size; left--) {
		let card = rest % left;
		rest = Math.floor(rest / left);
		// `card` counts only remaining cards, so the dealt ones below it are skipped.
		for (const lower of taken) if (lower <= card) card++;
		hand.push(card);
		taken.push(card);
		taken.sort((a, b) => a - b);
	}
	return hand;
}
