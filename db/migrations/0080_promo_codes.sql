-- How often a promo code may be used in all, and what the office notes about it.
alter table promo_codes add column max_uses integer constraint promo_max_uses check (max_uses > 0);
alter table promo_codes add column note text not null default '';
alter table promo_codes add column created timestamptz not null default now();
create index promo_uses_counted on promo_uses (promo_code_id) where counted;
create index promo_uses_registration on promo_uses (promo_code_id, registration_id);
