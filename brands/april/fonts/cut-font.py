"""Cuts Manrope to the letters of a Russian page and writes them as one file.

    python3 brands/april/fonts/cut-font.py FOLDER

FOLDER holds the `files` of the npm package @fontsource-variable/manrope, where each alphabet is a
file of its own. A browser would ask for three of them on every page, each in a round trip of its
own; the cut is one. Needs fonttools and brotli.
"""

import sys
from io import BytesIO

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

# Figures, punctuation and Latin letters; Russian letters; the rouble. As in tokens.css.
CUTS = {
    "latin": "20-7E A0 A9 AB B0 B7 BB D7 2007-2014 2019 201C 201E 2022 2026 202F 2060 2212",
    "cyrillic": "301 401 410-44F 451 2116",
    "latin-ext": "20BD",
}
FEATURES = ["kern", "mark", "mkmk", "ccmp", "calt", "tnum"]
TARGET = "brands/april/fonts/manrope-main-wght-normal.woff2"
VARIATION_INDEX = 0x8000


def codes(ranges: str) -> list[int]:
    ends = [[int(end, 16) for end in part.split("-")] for part in ranges.split()]
    return [code for part in ends for code in range(part[0], part[-1] + 1)]


def cut(folder: str, alphabet: str) -> TTFont:
    font = TTFont(f"{folder}/manrope-{alphabet}-wght-normal.woff2")
    # The names tell which glyphs two files have in common.
    options = Options(hinting=False, layout_features=FEATURES, glyph_names=True)
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=codes(CUTS[alphabet]))
    subsetter.subset(font)
    # Written and read once, so that its tables hold nothing of the file it came from.
    buffer = BytesIO()
    font.flavor = None
    font.save(buffer)
    return TTFont(buffer)


def add_glyphs(font: TTFont, other: TTFont) -> None:
    order = font.getGlyphOrder()
    new = [name for name in other.getGlyphOrder() if name not in order]
    for table in (font["glyf"], other["glyf"]):
        table.ensureDecompiled()
    for name in new:
        font["glyf"].glyphs[name] = other["glyf"][name]
        font["hmtx"][name] = other["hmtx"][name]
        font["gvar"].variations[name] = other["gvar"].variations.get(name, [])
    font.setGlyphOrder(order + new)
    font["glyf"].glyphOrder = order + new
    for table in font["cmap"].tables:
        table.cmap.update(other.getBestCmap())


def devices_of(subtable):
    """Each value of a pair that differs by weight."""
    if subtable.Format == 1:
        records = [pair for pairs in subtable.PairSet for pair in pairs.PairValueRecord]
    else:
        records = [pair for row in subtable.Class1Record for pair in row.Class2Record]
    for record in records:
        for value in (record.Value1, record.Value2):
            for side in ("XPlaDevice", "YPlaDevice", "XAdvDevice", "YAdvDevice"):
                device = getattr(value, side, None) if value else None
                if device and device.DeltaFormat == VARIATION_INDEX:
                    yield device


def add_kerning(font: TTFont, other: TTFont) -> None:
    """The other font's pairs as a second lookup, with its variations behind the first font's."""
    if "GDEF" not in other or not getattr(other["GDEF"].table, "VarStore", None):
        return
    store, added = font["GDEF"].table.VarStore, other["GDEF"].table.VarStore
    first_region = len(store.VarRegionList.Region)
    first_data = len(store.VarData)
    store.VarRegionList.Region += added.VarRegionList.Region
    for data in added.VarData:
        data.VarRegionIndex = [index + first_region for index in data.VarRegionIndex]
    store.VarData += added.VarData

    lookups = font["GPOS"].table.LookupList.Lookup
    for lookup in other["GPOS"].table.LookupList.Lookup:
        for subtable in lookup.SubTable:
            # Extension lookups only wrap what is too far away.
            pairs = getattr(subtable, "ExtSubTable", subtable)
            seen = set()
            for device in devices_of(pairs):
                if id(device) not in seen:
                    device.StartSize += first_data
                    seen.add(id(device))
            sort_coverage(font, pairs)
        for record in font["GPOS"].table.FeatureList.FeatureRecord:
            if record.FeatureTag == "kern":
                record.Feature.LookupListIndex.append(len(lookups))
        lookups.append(lookup)


def sort_coverage(font: TTFont, pairs) -> None:
    place = font.getReverseGlyphMap(rebuild=True)
    if pairs.Format == 1:
        both = sorted(zip(pairs.Coverage.glyphs, pairs.PairSet), key=lambda each: place[each[0]])
        pairs.Coverage.glyphs = [glyph for glyph, _ in both]
        pairs.PairSet = [pair_set for _, pair_set in both]
    else:
        pairs.Coverage.glyphs.sort(key=lambda glyph: place[glyph])


def main(folder: str) -> None:
    font, *others = [cut(folder, alphabet) for alphabet in CUTS]
    for other in others:
        add_glyphs(font, other)
        add_kerning(font, other)
    # The widths by weight are in the glyphs' own variations as well.
    del font["HVAR"]
    font["post"].formatType = 3
    font.flavor = "woff2"
    font.save(TARGET)
    print(f"{TARGET}: {len(font.getGlyphOrder())} glyphs")


if __name__ == "__main__":
    main(sys.argv[1])
