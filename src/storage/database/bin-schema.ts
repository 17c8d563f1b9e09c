/** Row types of the bin, and of the tags of endpoints. */

/** Something that was deleted and can be brought back; it is in no other table meanwhile. */
export interface BinRow {
  /** That of what was deleted; the digest of a proxy. */
  id: string;
  /** `endpoint`, `proxy`, `schedule` or `connection`. */
  kind: string;
  account_id: string;
  /** The endpoint with which it was deleted; null of what was deleted itself. */
  part_of: string | null;
  name: string;
  /** The first characters of a proxy's id; null of everything else. */
  hint: string | null;
  /** The row as it was, as JSON. */
  content: string;
  deleted_at: number;
}

export interface EndpointTagRow {
  endpoint_id: string;
  account_id: string;
  tag: string;
  /** As `foldedText` makes it: a tag is the same in capitals. */
  tag_folded: string;
}
