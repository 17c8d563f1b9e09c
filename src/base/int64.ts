/** Whether an integer fits into 64 bits with a sign, the largest that SQLite and most readers can hold. */
export function fitsInt64(value: bigint): boolean {
  return BigInt.asIntN(64, value) === value;
}
